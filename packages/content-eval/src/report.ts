import { styleText } from 'node:util';
import { verdictOf, type Bound, type Check, type Measurement, type Verdict } from './check.ts';
import type { EvaluatedDeck } from './evaluateDeck.ts';
import { failedLines, type Evaluation, type Line } from './evaluate.ts';
import { shorten } from './text.ts';

/** A value as the table shows it. */
export function valueText({ unit }: Pick<Check, 'unit'>, value: number | undefined): string {
  if (value === undefined) return '–';
  if (unit === 'count') return String(value);
  if (unit === 'percent') return `${Number.isInteger(value * 100) ? value * 100 : (value * 100).toFixed(1)} %`;
  return value !== 0 && Math.abs(value) < 0.01 ? value.toExponential(0) : value.toFixed(2);
}

export function boundText(check: Pick<Check, 'unit'>, bound: Bound | undefined): string {
  if (!bound) return '';
  const [least, most] = [bound.least, bound.most].map((end) => (end === undefined ? undefined : valueText(check, end)));
  if (bound.least !== undefined && bound.most !== undefined) return `${least} to ${most}`;
  if (bound.least === undefined) return bound.most === 0 ? 'none' : `≤ ${most}`;
  return bound.least === 1 && check.unit === 'percent' ? 'all' : `≥ ${least}`;
}

export const verdictWords: Record<Verdict, string> = { pass: 'pass', fail: 'FAIL', told: 'info', none: '–' };

const isBad = (line: Line, measured: Measurement): boolean =>
  verdictOf(measured) === 'fail' && (line.check.hard || line.check.unit === 'count');

/** The table for a terminal: pooled first, then each deck by its number. */
export function renderTable({ decks, engine, lines }: Evaluation): string {
  const title = Math.max(...lines.map(({ check }) => check.title.length));
  const columns = decks.map((_, index) => `[${index + 1}]`.padStart(8)).join('');
  const out = [`Engine ${engine.name}, ${decks.length} ${decks.length === 1 ? 'deck' : 'decks'}`, ''];
  decks.forEach((deck, index) => {
    const cards = deck.cardRounds.reduce((sum, round) => sum + round.cards.length, 0);
    out.push(
      `  [${index + 1}] ${deck.name.padEnd(52)} ${String(deck.pool.length).padStart(3)} questions ${String(cards).padStart(3)} cards ${Math.round(deck.milliseconds)} ms`,
    );
  });
  let group = '';
  for (const line of lines) {
    const { check, pooled, byDeck } = line;
    if (line.group !== group) {
      group = line.group;
      out.push(
        '',
        `${styleText('bold', group.padEnd(title + 13))}${'value'.padStart(8)}  ${'bound'.padEnd(14)}${''.padEnd(6)}${'n'.padStart(6)}${columns}`,
      );
    }
    const verdict = verdictOf(pooled);
    const mark = verdictWords[verdict].padEnd(6);
    const painted =
      verdict === 'fail' ? styleText(check.hard ? ['bold', 'red'] : 'yellow', mark) : styleText(verdict === 'pass' ? 'green' : 'dim', mark);
    const each = byDeck.map((one) => {
      const cell = valueText(check, one.value).padStart(8);
      return isBad(line, one) ? styleText('yellow', cell) : cell;
    });
    const id = `${check.id}${check.hard ? '!' : ''}`;
    out.push(
      `${id.padEnd(12)} ${check.title.padEnd(title)}${valueText(check, pooled.value).padStart(8)}  ${boundText(check, pooled.bound).padEnd(14)}${painted}${String(pooled.n).padStart(6)}${each.join('')}`,
    );
  }
  const refused = gateCounts(decks);
  if (refused.length > 0) out.push('', `The gate refused drafts by ${refused.map(([id, count]) => `${id} ${count}`).join(', ')}.`);
  return `${out.join('\n')}\n`;
}

/** How many drafts each check of the gate refused, the most first. */
export function gateCounts(decks: readonly EvaluatedDeck[]): [id: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { gate = {} } of decks.flatMap(({ quizzes, cardRounds }) => [...quizzes, ...cardRounds]))
    for (const [id, count = 0] of Object.entries(gate)) counts.set(id, (counts.get(id) ?? 0) + count);
  return [...counts].sort((left, right) => right[1] - left[1]);
}

/** The failed checks, with the items that failed them. */
export function renderFindings(evaluation: Evaluation, most: number): string {
  const { hard, soft } = failedLines(evaluation);
  const out: string[] = [];
  for (const { check, pooled } of [...hard, ...soft]) {
    out.push(
      '',
      `${check.hard ? 'HARD ' : ''}${check.id}, ${check.title}: ${valueText(check, pooled.value)} (${boundText(check, pooled.bound)})`,
    );
    for (const { deck, item, text } of pooled.findings.slice(0, most)) out.push(`  ${shorten(deck, 28)} ${item}: ${text}`);
    if (pooled.findings.length > most) out.push(`  … and ${pooled.findings.length - most} more`);
  }
  out.push(
    '',
    `! marks a HARD check. ${hard.length} HARD ${hard.length === 1 ? 'check fails' : 'checks fail'}, ${soft.length} other${soft.length === 1 ? '' : 's'}.`,
  );
  return `${out.join('\n')}\n`;
}
