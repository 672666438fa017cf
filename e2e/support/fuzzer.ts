import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideSchemathesis, runToEnd } from '@lectern/test-servers';

/** Values that exist, by the place that takes them, such as `path.id`: the fuzzer uses them in most of its requests. */
export type KnownValues = Readonly<Partial<Record<`${'path' | 'query' | 'body'}.${string}`, readonly string[]>>>;

export interface FuzzOptions {
  /** Address of the gateway. */
  api: string;
  /** A session; absent for a visitor. */
  token?: string;
  /** Ids of the operations that are tried. */
  operations: readonly string[];
  /** By operation. */
  known?: Readonly<Record<string, KnownValues>>;
  /** By operation: statuses that a request may get which is valid by its schema, for what no schema can say. */
  mayGet?: Readonly<Record<string, readonly string[]>>;
  /** Makes each thing anew: a repeated `Idempotency-Key` gives the first answer, also when its thing was deleted meanwhile. */
  isWithoutKeys?: boolean;
  phases?: readonly ('examples' | 'coverage' | 'fuzzing' | 'stateful')[];
  /** Requests of each operation in the phase of fuzzing, or scenarios of the stateful one. */
  examples: number;
  seed: number;
}

export interface FuzzResult {
  /** 0 when the fuzzer found nothing. */
  code: number | null;
  /** What the fuzzer has to say, with a command for each failure. */
  printed: string;
  /** Operations that were tried. */
  tried: number;
  /** How many requests got which status. */
  statuses: Record<string, number>;
}

/**
 * Every check that the fuzzer knows but one, which wants 405 for a method that a path does not have: the contract has no such status,
 * there such a call is absent, 404.
 */
const leftOut = 'unsupported_method';

/** A request that is enormous is told by its beginning. */
const longestLine = 1_000;

/** What the fuzzer grants every valid request by itself, but for failures of ours, which it grants, too. */
const granted = ['2xx', '401', '403', '404', '409', '429'];

/** What an invalid request may get: what the fuzzer expects by itself without our failures, and what the contract has for sizes. */
const refused = ['400', '401', '403', '404', '409', '413', '415', '422', '429'];

const quoted = (value: string): string => JSON.stringify(value);
const list = (values: readonly string[]): string => `[${values.map(quoted).join(', ')}]`;

/** The fuzzer's settings, as TOML. */
function settingsOf({ operations, known = {}, mayGet = {} }: FuzzOptions): string {
  const dictionaries: string[] = [];
  const settings = operations.map((operation) => {
    const bindings = Object.entries(known[operation] ?? {}).map(([place, values = []]) => {
      const name = `${operation} ${place}`;
      dictionaries.push(`[dictionaries.${quoted(name)}]\nvalues = ${list(values)}`);
      return `${quoted(place)} = { dictionary = ${quoted(name)}, probability = 0.8 }`;
    });
    const expected = list([...granted, ...(mayGet[operation] ?? [])]);
    return [
      `[[operations]]\ninclude-operation-id = ${quoted(operation)}`,
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

/** The API's description without the header that makes a call the same as an earlier one. */
async function documentWithoutKeys(address: string): Promise<Document> {
  const document = (await (await fetch(address)).json()) as Document;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    operation.parameters = operation.parameters.filter(({ name }) => name !== 'idempotency-key');
  return document;
}

/** Lets a fuzzer of a third party make requests from the API's own description, and check every answer against it. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { api, token, operations, phases = ['coverage', 'fuzzing'], examples, seed, isWithoutKeys = false } = options;
  const python = await provideSchemathesis();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-fuzz-'));
  const [settings, report] = [join(folder, 'schemathesis.toml'), join(folder, 'report.ndjson')];
  writeFileSync(settings, settingsOf(options));
  let document = `${api}/openapi.json`;
  if (isWithoutKeys) {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await documentWithoutKeys(document)));
    document = file;
  }
  try {
    const { code, printed: all } = await runToEnd(
      python,
      [
        ...['-m', 'schemathesis.cli', '--config-file', settings, '--no-color', 'run', document, '--url', api],
        ...['--checks', 'all', '--exclude-checks', leftOut, '--mode', 'all', '--phases', phases.join(','), '--continue-on-failure'],
        ...['--max-examples', String(examples), '--seed', String(seed), '--generation-database', 'none', '--workers', '1'],
        ...['--request-timeout', '60', '--suppress-health-check', 'all', '--warnings', 'off'],
        ...['--report', 'ndjson', '--report-ndjson-path', report],
        ...(token === undefined ? [] : ['-H', `x-auth-token: ${token}`]),
        ...operations.flatMap((operation) => ['--include-operation-id', operation]),
      ],
      // Coloured output would have a moving bar in it.
      { cwd: folder, env: { ...process.env, FORCE_COLOR: undefined } },
    );
    const statuses: Record<string, number> = {};
    for (const [, status = ''] of readFileSync(report, 'utf8').matchAll(/"status_code": ?(\d{3})/g))
      statuses[status] = (statuses[status] ?? 0) + 1;
    const printed = all.replace(/^.*$/gm, (line) => line.slice(0, longestLine));
    return { code, printed, tried: Number(/^ *Tested: +(\d+)/m.exec(printed)?.[1] ?? 0), statuses };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
