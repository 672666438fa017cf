import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRules } from './checkRules.ts';
import { verdictOf, type Measurement } from './check.ts';
import { failedLines, groups, type Evaluation, type Line } from './evaluate.ts';
import { styles, type EvaluatedDeck } from './evaluateDeck.ts';
import { cueBaselinesOf, positionsOf, cueQuestionsOf } from './cueBaselines.ts';
import { plotCueBaselines } from './plot.ts';
import { boundText, valueText, verdictWords } from './report.ts';
import { wordCount } from './text.ts';

const opening = '<!-- by hand -->';
const closing = '<!-- end by hand -->';

const invitation = `${opening}

## Read by a person

Nobody has read a sample of these items yet.

${closing}`;

/** The part that a person wrote into the page; it is kept when the rest is written again. */
function byHand(page: string | undefined): string {
  if (page === undefined) return invitation;
  const [from, to] = [page.indexOf(opening), page.indexOf(closing)];
  return from < 0 || to < from ? invitation : page.slice(from, to + closing.length);
}

const cell = (text: string): string => text.replace(/\|/g, '\\|');

function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), `|${header.map((_, index) => (index < 2 ? ' --- |' : ' ---: |')).join('')}`, ...rows.map(line)].join('\n');
}

const name = ({ check }: Line): string[] => [check.hard ? `**${check.id}** HARD` : check.id, check.title];

const pooledRow = (line: Line): string[] => {
  const verdict = verdictOf(line.pooled);
  return [
    ...name(line),
    valueText(line.check, line.pooled.value),
    boundText(line.check, line.pooled.bound),
    String(line.pooled.n),
    verdict === 'fail' ? '**FAIL**' : verdictWords[verdict],
  ];
};

const deckCell = (line: Line, measured: Measurement): string => {
  const text = valueText(line.check, measured.value);
  return line.check.hard && verdictOf(measured) === 'fail' ? `**${text}**` : text;
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const cardCount = ({ cardRounds }: EvaluatedDeck): number => sum(cardRounds.map(({ cards }) => cards.length));

function outcomeText(evaluation: Evaluation): string {
  const { hard, soft } = failedLines(evaluation);
  if (hard.length + soft.length === 0) return 'Every check passes.';
  const sentences = [
    hard.length === 0 ? 'Every HARD check passes.' : `HARD checks that fail: ${hard.map(({ check }) => check.id).join(', ')}.`,
    ...(soft.length === 0 ? [] : [`Below its threshold: ${soft.map(({ check }) => `${check.id} (${check.title})`).join('; ')}.`]),
  ];
  return sentences.join(' ');
}

const measuredText = ({ decks, engine }: Evaluation): string =>
  `The ${engine.name} engine made guides in ${styles.length} styles, quizzes, and cards of ${decks.length} ${decks.length === 1 ? 'deck' : 'decks'}, through the gate, with fixed seeds: ${sum(decks.map(({ pool }) => pool.length))} distinct questions, ${sum(decks.map(cardCount))} cards.`;

const deckTable = ({ decks }: Evaluation): string =>
  table(
    ['', 'deck', 'slides', 'words', 'language', 'questions', 'cards'],
    decks.map((deck, index) => [
      String(index + 1),
      deck.name,
      deck.deck ? String(deck.deck.slides.length) : '–',
      String(sum(deck.source.passages.map(({ text }) => wordCount(text)))),
      deck.source.language,
      String(deck.pool.length),
      String(cardCount(deck)),
    ]),
  );

const cueBaselineText = ({ decks }: Evaluation): string => {
  const positions = positionsOf(cueQuestionsOf(decks)).map(
    ({ options, counts, p }) =>
      `among ${options} options ${counts.map((count, slot) => `${String.fromCharCode(65 + slot)} ${count}`).join(', ')} (p = ${p.toFixed(3)})`,
  );
  return `Each baseline chooses by the form of the options alone. Below 200 questions the bound is 18 points above chance instead of 10; the logistic
model is judged from 400 questions on, and only shown below that. The pale bar is the range that chance alone explains for so many questions.
Positions of the right option: ${positions.length === 0 ? 'none, because there were no questions' : positions.join('; ')}.`;
};

const isMeasured = ({ pooled }: Line): boolean => pooled.value !== undefined;

const groupTables = ({ lines }: Evaluation): string =>
  groups
    .map(({ title }) => ({ title, measured: lines.filter((line) => line.group === title && isMeasured(line)) }))
    .filter(({ measured }) => measured.length > 0)
    .map(({ title, measured }) => `### ${title}\n\n${table(['check', 'what', 'value', 'bound', 'n', ''], measured.map(pooledRow))}`)
    .join('\n\n');

const deckByDeckTable = ({ decks, lines }: Evaluation): string =>
  table(
    ['check', 'what', ...decks.map((_, index) => String(index + 1))],
    lines.filter(isMeasured).map((line) => [...name(line), ...line.byDeck.map((one) => deckCell(line, one))]),
  );

/**
 * The page of an evaluation, in Markdown.
 *
 * @param before The page as it was, whose part between the marks is kept.
 */
export const renderQualityPage = (evaluation: Evaluation, before: string | undefined): string => `# Quality of generated content

Written by \`npm run eval -- --write\`; only the part between the marks is written by hand. The same decks give the same page.

## What was measured

${measuredText(evaluation)}
${outcomeText(evaluation)}

${deckTable(evaluation)}

For each deck: a quiz of 20, one on the weak areas of a learner who got every third question wrong, and further ones until no new question comes;
30 cards, and "Generate New Cards" until there are none; the same once more with an instruction to the engine among the slides. The checks do not
use the gate's code, so that a mistake in the gate is found; only facts-kept counts by the gate's own function. HARD checks count over every item that was generated, shares over distinct items.
Tests of the packages cover damaged and renamed files and items that the gate has to refuse.

${byHand(before)}

## Cue baselines

![How often each baseline finds the right option, against chance](quality-cue-baselines.svg)

${cueBaselineText(evaluation)}

## All decks together

${groupTables(evaluation)}

## What each check asks for

The ids are the same in the gate, in the metric \`lectern_content_refusals_total\` and in the tables of this page.

${table(
  ['check', 'rule', 'source'],
  checkRules.map(({ id, rule, source }) => [id, rule, source]),
)}

## Deck by deck

The columns are the numbers of the decks in the table above. A single deck has too few items for its shares to be judged.

${deckByDeckTable(evaluation)}

## What no program measures

- Whether a distractor is also right in a way that the source does not say word for word: a person who knows the subject has to read it.
- Whether questions and cards are worth learning, clear and well worded: a strict reader's sample of 40 items (\`npm run eval -- --items\`).
- Whether a statement is in the right part of a style (guide-structure), and whether the overview says what matters.
`;

/** Writes `quality.md` and its plot, and says where. */
export function writeQualityPage(evaluation: Evaluation, folder: string): string[] {
  const [page, plot] = [join(folder, 'quality.md'), join(folder, 'quality-cue-baselines.svg')];
  writeFileSync(page, renderQualityPage(evaluation, existsSync(page) ? readFileSync(page, 'utf8') : undefined));
  writeFileSync(plot, plotCueBaselines(cueBaselinesOf(evaluation.decks), evaluation.engine.name));
  return [page, plot];
}
