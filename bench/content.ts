import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { row, type Row } from './table.ts';

const evaluation = join(import.meta.dirname, '..', 'packages', 'study-content', 'eval', 'main.ts');
const told = /^\s*\[\d+\] (\S+)\s+(\d+) questions\s+(\d+) cards\s+(\d+) ms/gm;

/** The evaluation of study content on every deck that is here: each deck's time beside the mean of all. */
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
