import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDeck } from '@lectern/documents';
import { lectureFiles } from './generation/lectureFiles.ts';
import { median, row, type Row } from './table.ts';

const slides = 80;
const runs = 5;
/** The limits for a deck of 80 slides, in CPU seconds. */
const limits = { guide: 0.5, quiz: 0.3, cards: 0.3 } as const;
/** A folder of decks (.pptx), measured in addition to the lecture of the repository. */
const folder = process.env['BENCH_DECKS'];

const states = ['cold', 'warm'] as const;
type Step = 'read' | keyof typeof limits;

/** Generates from a file in new processes. @returns the median CPU seconds of each step */
function measure(file: string, state: (typeof states)[number]): Record<Step, number> {
  const entry = join(import.meta.dirname, 'generation', 'generate.process.ts');
  // Compiled code is kept between processes, as `npm start` does.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/compile') };
  const measured = Array.from(
    { length: runs },
    () =>
      JSON.parse(
        execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', entry, file, state], { encoding: 'utf8', env }),
      ) as Record<Step, number>,
  );
  const of = (step: Step): number => median(measured.map((each) => each[step]));
  return { read: of('read'), guide: of('guide'), quiz: of('quiz'), cards: of('cards') };
}

/** @param share - the slides of the file as a share of 80 */
const rowsOf = (name: string, file: string, share = 1): Row[] =>
  states.flatMap((state) => {
    const { read, guide, quiz, cards } = measure(file, state);
    const line = (what: string, step: keyof typeof limits, seconds: number, detail = ''): Row =>
      row(`${name}, ${what}, ${state}`, seconds / share / limits[step], `${seconds.toFixed(2)} s${detail} (limit ${limits[step]} s)`);
    return [
      line('reading and guide', 'guide', read + guide, `: ${read.toFixed(2)} and ${guide.toFixed(2)}`),
      line('quiz', 'quiz', quiz),
      line('cards', 'cards', cards),
    ];
  });

/**
 * CPU seconds of reading a lecture of 80 slides and generating its content. Ratio: to the limit. Cold: in a new process and in new threads;
 * warm: in threads that have generated content of other decks. Decks of a folder are scaled to 80 slides.
 */
export async function benchGeneration(): Promise<Row[]> {
  const made = mkdtempSync(join(tmpdir(), 'lectern-generation-'));
  try {
    const rows: Row[] = [];
    for (const [kind, bytes] of Object.entries(await lectureFiles(slides))) {
      const file = join(made, `lecture.${kind}`);
      writeFileSync(file, bytes);
      rows.push(...rowsOf(`.${kind}`, file));
    }
    for (const name of folder === undefined ? [] : readdirSync(folder).filter((each) => each.endsWith('.pptx'))) {
      const file = join(folder ?? '', name);
      const count = (await readDeck(new Uint8Array(readFileSync(file)))).slides.length;
      rows.push(...rowsOf(`${name.slice(0, 12)} (${count} slides)`, file, count / slides));
    }
    return rows;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
