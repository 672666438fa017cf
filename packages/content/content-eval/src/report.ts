import { styleText } from 'node:util';
import { type Bound, type Check, enoughItems, type Measurement, type Verdict, verdictOf } from './check.ts';
import type { EvaluatedDeck } from './evaluateDeck.ts';
import { type Evaluation, failedLines, type Line } from './evaluate.ts';
import { shorten } from './text.ts';

function valueText({ unit }: Check, value: number | undefined): string {
  if (value === undefined) return '–';
  if (unit === 'count') return String(value);
  if (unit === 'percent') return `${Number.isInteger(value * 100) ? value * 100 : (value * 100).toFixed(1)} %`;
  return value.toFixed(2);
}

function boundText(check: Check, bound: Bound | undefined): string {
  if (!bound) return '';
  const [least, most] = [bound.least, bound.most].map((end) => valueText(check, end));
  if (bound.least !== undefined && bound.most !== undefined) return `${least} to ${most}`;
  if (bound.least === undefined) return bound.most === 0 ? 'none' : `≤ ${most}`;
  return `≥ ${least}`;
}

const verdictWords: Record<Verdict, string> = { pass: 'pass', fail: 'FAIL', info: 'info', none: '–' };

function paintedVerdict(verdict: Verdict, isHard: boolean): string {
  const word = verdictWords[verdict].padEnd(6);
  if (verdict === 'fail') return styleText(isHard ? ['bold', 'red'] : 'yellow', word);
  return styleText(verdict === 'pass' ? 'green' : 'dim', word);
}

function cellText({ check }: Line, measured: Measurement): string {
  const cell = valueText(check, measured.value).padStart(8);
  const isBad = verdictOf(measured) === 'fail' && (check.hard || check.unit === 'count');
  return isBad ? styleText('yellow', cell) : cell;
}

const nameWidth = 22;

function lineText(line: Line, titleWidth: number): string {
  const { check, pooled, byDeck } = line;
  const name = `${check.id}${check.hard ? '!' : ''}`.padEnd(nameWidth);
  const value = valueText(check, pooled.value).padStart(8);
  const verdict = paintedVerdict(verdictOf(pooled), check.hard);
  const cells = byDeck.map((measured) => cellText(line, measured)).join('');
  return `${name}${check.title.padEnd(titleWidth)}${value}  ${boundText(check, pooled.bound).padEnd(14)}${verdict}${String(pooled.n).padStart(6)}${cells}`;
}

const deckText = ({ name, uniqueQuestions, cardRounds, milliseconds }: EvaluatedDeck, index: number): string => {
  const cards = cardRounds.flatMap((round) => round.cards).length;
  return `  [${index + 1}] ${name.padEnd(52)} ${String(uniqueQuestions.length).padStart(3)} questions ${String(cards).padStart(3)} cards ${Math.round(milliseconds)} ms`;
};

/** Renders the table for a terminal: all decks together, then each deck by number. */
export function renderTable({ decks, engine, lines }: Evaluation): string {
  const titleWidth = Math.max(...lines.map(({ check }) => check.title.length));
  const columns = decks.map((_, index) => `[${index + 1}]`.padStart(8)).join('');
  const heads = `${'value'.padStart(8)}  ${'bound'.padEnd(20)}${'n'.padStart(6)}${columns}`;
  const out = [`Engine ${engine.name}, ${decks.length} ${decks.length === 1 ? 'deck' : 'decks'}`, '', ...decks.map(deckText)];
  for (const [group, own] of Map.groupBy(lines, (line) => line.group)) {
    out.push('', styleText('bold', group.padEnd(nameWidth + titleWidth)) + styleText('bold', heads));
    out.push(...own.map((line) => lineText(line, titleWidth)));
  }
  const refused = gateCounts(decks);
  if (refused.length > 0) out.push('', `The gate refused drafts by ${refused.map(([id, count]) => `${id} ${count}`).join(', ')}.`);
  return `${out.join('\n')}\n`;
}

/** Refused drafts by check, in descending order. */
function gateCounts(decks: readonly EvaluatedDeck[]): [id: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { gate = {} } of decks.flatMap(({ quizzes, cardRounds }) => [...quizzes, ...cardRounds]))
    for (const [id, count = 0] of Object.entries(gate)) counts.set(id, (counts.get(id) ?? 0) + count);
  return [...counts].sort((left, right) => right[1] - left[1]);
}

/** Lists the failed checks with up to `most` failed items each. */
export function renderFindings(evaluation: Evaluation, most: number): string {
  const { hard, soft } = failedLines(evaluation);
  const out: string[] = [];
  for (const { check, pooled } of [...hard, ...soft]) {
    const mark = check.hard ? 'HARD ' : '';
    out.push('', `${mark}${check.id}, ${check.title}: ${valueText(check, pooled.value)} (${boundText(check, pooled.bound)})`);
    for (const { deck, item, text } of pooled.findings.slice(0, most)) out.push(`  ${shorten(deck, 28)} ${item}: ${text}`);
    if (pooled.findings.length > most) out.push(`  … and ${pooled.findings.length - most} more`);
  }
  out.push(
    '',
    `! marks a HARD check; shares of fewer than ${enoughItems} items are information.`,
    `${hard.length} HARD ${hard.length === 1 ? 'check fails' : 'checks fail'}, ${soft.length} other${soft.length === 1 ? '' : 's'}.`,
  );
  return `${out.join('\n')}\n`;
}

/** Serialises the table and all items for other programs. */
export function toJson({ engine, decks, lines }: Evaluation): string {
  const checks = lines.map(({ group, check: { id, title, hard, unit }, pooled, byDeck }) => {
    const each = byDeck.map(({ value, n }, index) => ({ deck: decks[index]?.name, value, n }));
    return { group, id, title, hard, unit, ...pooled, verdict: verdictOf(pooled), byDeck: each };
  });
  const made = decks.map(({ name, source: { title, language }, quizzes, cardRounds, guides, uniqueQuestions }) => {
    return { name, title, language, quizzes, distinct: uniqueQuestions.map(({ id }) => id), cards: cardRounds, guides };
  });
  return `${JSON.stringify({ engine, checks, decks: made }, undefined, 2)}\n`;
}
