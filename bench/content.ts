import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sourceOfText } from '@lectern/documents';
import { generateCards, generateGuide, generateQuiz, offlineEngine, TooLittleMaterialError } from '@lectern/study-content';
import { hostileTexts } from '@lectern/test-servers';
import { row, type Row } from './table.ts';

const evaluation = join(import.meta.dirname, '..', 'packages', 'content', 'content-eval', 'src', 'main.ts');
const told = /^\s*\[\d+\] (\S+)\s+(\d+) questions\s+(\d+) cards\s+(\d+) ms/gm;

/** Runs the study content evaluation on every available deck. Ratio: the deck's time to the mean of all decks. */
export function benchContent(): Row[] {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', evaluation], {
    encoding: 'utf8',
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const decks = [...stdout.matchAll(told)].map(([, name = '', questions = '', cards = '', milliseconds]) => ({
    name,
    made: `${questions} questions, ${cards} cards`,
    milliseconds: Number(milliseconds),
  }));
  if (decks.length === 0) throw new Error(`The evaluation did not run: ${stderr}`);
  const mean = decks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / decks.length;
  return [
    ...decks.map(({ name, made, milliseconds }) => row(name.slice(0, 42), milliseconds / mean, `${made}, ${milliseconds} ms`)),
    row('all decks', undefined, `${seconds.toFixed(1)} s; ${status === 0 ? 'every HARD check passes' : 'a HARD check fails'}`),
  ];
}

/** The longest text that may be pasted. */
const longest = 1_000_000;

/** Returns the CPU milliseconds that this thread spends on `work`. Too little material counts as a result. */
async function workedMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TooLittleMaterialError)) throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Returns the CPU milliseconds of each step for a text. */
async function stepsOf(text: string): Promise<Record<string, number>> {
  const engine = offlineEngine();
  const source = sourceOfText(text);
  return {
    read: await workedMs(() => sourceOfText(text)),
    // Each step gets a copy of the source, as it does in a worker thread of the service.
    guide: await workedMs(() => generateGuide(engine, structuredClone(source), {})),
    quiz: await workedMs(() => generateQuiz(engine, structuredClone(source), { count: 20, random: () => 0.5 })),
    cards: await workedMs(() => generateCards(engine, structuredClone(source), { count: 30 })),
  };
}

const sum = (steps: Record<string, number>): number => Object.values(steps).reduce((all, one) => all + one, 0);

/** Hostile texts of a million characters against a quarter of their length, slowest first. Ratio: growth in time. */
export async function benchTexts(): Promise<Row[]> {
  await stepsOf('The heart is a pump. It moves the blood through the body of a person.');
  const measured: { name: string; quarter: number; whole: Record<string, number> }[] = [];
  for (const [name, text] of Object.entries(hostileTexts))
    measured.push({ name, quarter: sum(await stepsOf(text(longest / 4))), whole: await stepsOf(text(longest)) });
  return measured
    .sort((left, right) => sum(right.whole) - sum(left.whole))
    .slice(0, 30)
    .map(({ name, quarter, whole }) =>
      row(
        name,
        sum(whole) / quarter,
        Object.entries(whole)
          .map(([step, milliseconds]) => `${step} ${(milliseconds / 1_000).toFixed(1)} s`)
          .join(', '),
      ),
    );
}
