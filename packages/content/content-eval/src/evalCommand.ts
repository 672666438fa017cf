import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { offlineEngine, type StudyContentEngine } from '@lectern/study-content';
import { evaluate, exitCodeOf } from './evaluate.ts';
import { briefExtent, wholeExtent } from './evaluateDeck.ts';
import { printItems, printSample, remarksOf } from './printItems.ts';
import { readMaterials } from './readMaterials.ts';
import { recordingExchange, rekeyingExchange, replayingExchange } from './recordings.ts';
import { renderFindings, renderTable, toJson } from './report.ts';

const usage = `npm run eval -- [DECK…] [options]

  DECK…               .pptx, .txt or .md files, or folders of them (default: samples/, and ../shared/decks if present)
  --engine NAME       offline (default), or openai, set up by OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL
  --record DIR        records each model request and its answer in a folder, named by a hash of the request
  --replay DIR        answers from such a folder, without a network
  --rekey DIR         renames the recordings in such a folder after a prompt was reworded
  --brief             generates only a guide, a quiz of 15 and 25 cards per deck
  --style TEXT        with --brief: generates only the quiz, with this style preference, such as NCLEX-style
  --items             prints every question and card
  --guides            prints every guide
  --sample N          prints N random questions and cards, for manual review
  --findings N        lists up to N items below each failed check (default 5)
  --json FILE         writes the table and all items to a file
  --strict            exits with 1 if any check fails

Exits with 1 if a HARD check fails.
`;

/** The command's environment, replaced in tests. */
export interface Dependencies {
  /** The repository. */
  root: string;
  /** Base of relative paths. */
  from: string;
  environment: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  writeError(text: string): void;
}

/** How to record or replay model calls. */
const exchanges = { record: recordingExchange, replay: replayingExchange, rekey: rekeyingExchange } as const;
interface Recording {
  kind: keyof typeof exchanges;
  folder: string;
}

async function engineOf(
  name: string,
  environment: Dependencies['environment'],
  [recording, ...others]: Recording[],
): Promise<StudyContentEngine> {
  if (others.length > 0) throw new Error('Use only one of --record, --replay and --rekey.');
  if (name !== 'openai' && recording) throw new Error('Recordings require --engine openai.');
  if (name === 'offline') return offlineEngine();
  if (name !== 'openai') throw new Error(`Unknown engine ${name}; use offline or openai.`);
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseURL, OPENAI_MODEL: model = 'gpt-5-mini' } = environment;
  const needsServer = recording === undefined || recording.kind === 'record';
  if (needsServer && apiKey === undefined && baseURL === undefined)
    throw new Error('Set OPENAI_API_KEY or OPENAI_BASE_URL for --engine openai.');
  const { openaiEngine, realDependencies } = await import('@lectern/study-content/openai');
  const settings = { model, ...(apiKey !== undefined && { apiKey }), ...(baseURL !== undefined && { baseURL }) };
  const exchange = recording && exchanges[recording.kind](recording.folder);
  return openaiEngine(settings, { ...realDependencies, ...(exchange && { exchange }) });
}

/** The samples, and public decks next to the checkout, if any. */
function defaultPaths({ root, write }: Dependencies): string[] {
  const shared = join(root, '../shared/decks');
  if (!existsSync(shared)) write('note: found no public decks next to the repository; evaluating only the samples.\n');
  return [join(root, 'samples'), ...(existsSync(shared) ? [shared] : [])];
}

const options = {
  engine: { type: 'string', default: 'offline' },
  items: { type: 'boolean', default: false },
  guides: { type: 'boolean', default: false },
  findings: { type: 'string', default: '5' },
  sample: { type: 'string', default: '0' },
  json: { type: 'string' },
  strict: { type: 'boolean', default: false },
  rekey: { type: 'string' },
  record: { type: 'string' },
  replay: { type: 'string' },
  brief: { type: 'boolean', default: false },
  style: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

function wholeNumber(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number, not ${value}.`);
  return Number(value);
}

async function run(argv: readonly string[], dependencies: Dependencies): Promise<number> {
  const { from, environment, write } = dependencies;
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options });
  if (values.help) {
    write(usage);
    return 0;
  }
  const [findings, sample] = [wholeNumber('findings', values.findings), wholeNumber('sample', values.sample)];
  const startedAt = performance.now();
  const paths = positionals.map((path) => resolve(from, path));
  const materials = await readMaterials(paths.length > 0 ? paths : defaultPaths(dependencies));
  const recordings = (['record', 'replay', 'rekey'] as const).flatMap((kind) =>
    values[kind] === undefined ? [] : [{ kind, folder: resolve(from, values[kind]) }],
  );
  const engine = await engineOf(values.engine, environment, recordings);
  if (values.style !== undefined && !values.brief) throw new Error('--style requires --brief.');
  const extent = values.brief ? briefExtent(values.style) : wholeExtent;
  const evaluation = await evaluate(materials, engine, extent);
  const remarks = remarksOf(evaluation);
  if (values.items || values.guides) for (const deck of evaluation.decks) write(printItems(deck, remarks, values));
  if (sample > 0) write(printSample(evaluation.decks, remarks, sample));
  write(`\n${renderTable(evaluation)}`);
  write(renderFindings(evaluation, findings));
  if (values.json !== undefined) {
    const file = resolve(from, values.json);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, toJson(evaluation));
  }
  write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  return exitCodeOf(evaluation, { isStrict: values.strict });
}

/**
 * Runs `npm run eval`.
 * @returns the exit code: 1 if a HARD check fails, 2 if nothing could be evaluated
 */
export async function evalCommand(argv: readonly string[], dependencies: Dependencies): Promise<number> {
  try {
    return await run(argv, dependencies);
  } catch (error) {
    dependencies.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
