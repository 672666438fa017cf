import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { provideSchemathesis } from '@lectern/test-servers';

/** Existing values by parameter, such as `path.id`. The fuzzer uses them in most requests. */
export type KnownValues = Readonly<Partial<Record<`${'path' | 'query' | 'body'}.${string}`, readonly string[]>>>;

export interface FuzzOptions {
  /** The gateway's address. */
  api: string;
  /** A session token. Omitted for a visitor. */
  token?: string;
  /** Other sessions, by operation. */
  tokens?: Readonly<Record<string, string>>;
  /** Ids of the operations to test. */
  operations: readonly string[];
  /** Existing values by operation. */
  known?: Readonly<Record<string, KnownValues>>;
  /** Further accepted statuses of valid requests, by operation, for rules that the schema cannot express. */
  mayGet?: Readonly<Record<string, readonly string[]>>;
  /** Removes the `Idempotency-Key` from the description, so that each creating call creates a new resource. */
  isWithoutKeys?: boolean;
  phases?: readonly ('examples' | 'coverage' | 'fuzzing' | 'stateful')[];
  /** Requests per operation in the fuzzing phase, or scenarios in the stateful phase. */
  examples: number;
  seed: number;
}

export interface FuzzResult {
  /** 0 if the fuzzer found nothing. */
  code: number;
  /** The fuzzer's output, with a command to reproduce each failure. */
  printed: string;
  /** The number of tested operations. */
  tried: number;
  /** The number of requests by status. */
  statuses: Record<string, number>;
}

/** The only excluded check of the fuzzer. It expects 405 for an unknown method of a known path; the contract says 404. */
const leftOut = 'unsupported_method';

/** Longer lines of output are truncated, because requests may be enormous. Characters. */
const longestLine = 1_000;

/** The statuses accepted for valid requests: the fuzzer's default without 5xx. */
const granted = ['2xx', '401', '403', '404', '409', '429'];

/** The statuses accepted for invalid requests: the fuzzer's default without 5xx, plus the contract's statuses for sizes. */
const refused = ['400', '401', '403', '404', '409', '413', '415', '422', '429'];

const quoted = (value: string): string => JSON.stringify(value);
const list = (values: readonly string[]): string => `[${values.map(quoted).join(', ')}]`;

/** The fuzzer's settings, as TOML. */
function settingsOf({ operations, known = {}, mayGet = {}, tokens = {} }: FuzzOptions): string {
  const dictionaries: string[] = [];
  const settings = operations.map((operation) => {
    const bindings = Object.entries(known[operation] ?? {}).map(([place, values = []]) => {
      const name = `${operation} ${place}`;
      dictionaries.push(`[dictionaries.${quoted(name)}]\nvalues = ${list(values)}`);
      return `${quoted(place)} = { dictionary = ${quoted(name)}, probability = 0.8 }`;
    });
    const expected = list([...granted, ...(mayGet[operation] ?? [])]);
    const token = tokens[operation];
    return [
      `[[operations]]\ninclude-operation-id = ${quoted(operation)}`,
      ...(token === undefined ? [] : [`headers = { "x-auth-token" = ${quoted(token)} }`]),
      `[operations.checks.positive_data_acceptance]\nexpected-statuses = ${expected}`,
      ...(bindings.length > 0 ? ['[operations.parameters]', ...bindings] : []),
    ].join('\n');
  });
  const refusing = `[checks.negative_data_rejection]\nexpected-statuses = ${list(refused)}`;
  return ['[cache]\nenabled = false', refusing, ...dictionaries, ...settings].join('\n\n');
}

interface Document {
  paths: Record<string, Record<string, { parameters: { name: string }[] }>>;
}

/** Returns the API's description without the `Idempotency-Key` header. */
async function documentWithoutKeys(address: string): Promise<Document> {
  const document = (await (await fetch(address)).json()) as Document;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    operation.parameters = operation.parameters.filter(({ name }) => name !== 'idempotency-key');
  return document;
}

/**
 * Loads Schemathesis once, which takes a second, and forks a run for each input line: its arguments, its folder and its output file. Prints
 * a line with each exit code.
 */
const forker = `
import json, os, sys
import schemathesis.cli
import schemathesis.cli.commands.run.executor
import schemathesis.engine.core
import schemathesis.engine.run.unit
import schemathesis.specs.openapi.schemas

for line in sys.stdin:
    run = json.loads(line)
    child = os.fork()
    if child == 0:
        output = os.open(run["output"], os.O_WRONLY | os.O_CREAT)
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(run["folder"])
        sys.argv = ["schemathesis", *run["args"]]
        schemathesis.cli.schemathesis()
        sys.exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
`;

interface Forker {
  /** Resolves with the exit code. Does not support concurrent runs. */
  run(args: readonly string[], folder: string, output: string): Promise<number>;
}
let forking: Promise<Forker> | undefined;

async function startForker(): Promise<Forker> {
  // Coloured output would contain a progress bar.
  const child = spawn(await provideSchemathesis(), ['-c', forker], {
    env: { ...process.env, FORCE_COLOR: undefined },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const codes = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async run(args, folder, output) {
      child.stdin.write(`${JSON.stringify({ args, folder, output })}\n`);
      const { done, value } = await codes.next();
      if (done) throw new Error('The fuzzer ended before its run.');
      return Number(value);
    },
  };
}

/** Runs Schemathesis, which generates requests from the API's description and validates every response against it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { api, token, operations, phases = ['coverage', 'fuzzing'], examples, seed, isWithoutKeys = false } = options;
  const { run } = await (forking ??= startForker());
  const folder = mkdtempSync(join(tmpdir(), 'lectern-fuzz-'));
  const [settings, report, output] = ['schemathesis.toml', 'report.ndjson', 'output'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(settings, settingsOf(options));
  let document = `${api}/openapi.json`;
  if (isWithoutKeys) {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await documentWithoutKeys(document)));
    document = file;
  }
  try {
    const code = await run(
      [
        ...['--config-file', settings, '--no-color', 'run', document, '--url', api],
        ...['--checks', 'all', '--exclude-checks', leftOut, '--mode', 'all', '--phases', phases.join(','), '--continue-on-failure'],
        ...['--max-examples', String(examples), '--seed', String(seed), '--generation-database', 'none', '--workers', '1'],
        ...['--request-timeout', '60', '--suppress-health-check', 'all', '--warnings', 'off'],
        ...['--report', 'ndjson', '--report-ndjson-path', report],
        ...(token === undefined ? [] : ['-H', `x-auth-token: ${token}`]),
        ...operations.flatMap((operation) => ['--include-operation-id', operation]),
      ],
      folder,
      output,
    );
    const all = readFileSync(output, 'utf8');
    const statuses: Record<string, number> = {};
    for (const [, status = ''] of readFileSync(report, 'utf8').matchAll(/"status_code": ?(\d{3})/g))
      statuses[status] = (statuses[status] ?? 0) + 1;
    const printed = all.replace(/^.*$/gm, (line) => line.slice(0, longestLine));
    return { code, printed, tried: Number(/^ *Tested: +(\d+)/m.exec(printed)?.[1] ?? 0), statuses };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
