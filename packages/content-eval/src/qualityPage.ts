import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRules } from './checkRules.ts';
import { verdictOf, type Measurement } from './check.ts';
import { failedLines, groups, type Evaluation, type Line } from './evaluate.ts';
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

/** What a person wrote into the page, which stays when the rest is written anew. */
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

/** The page of the evaluation, but for what people write into it. */
export function renderQualityPage(evaluation: Evaluation, before: string | undefined): string {
  const { decks, engine, lines } = evaluation;
  const { hard, soft } = failedLines(evaluation);
  const of = (title: string): Line[] => lines.filter(({ group }) => group === title);
  const cards = decks.reduce((sum, deck) => sum + deck.cardRounds.reduce((count, round) => count + round.cards.length, 0), 0);
  const questions = decks.reduce((sum, { pool }) => sum + pool.length, 0);
  const positions = positionsOf(cueQuestionsOf(decks)).map(
    ({ options, counts, p }) =>
      `among ${options} options ${counts.map((count, slot) => `${String.fromCharCode(65 + slot)} ${count}`).join(', ')} (p = ${p.toFixed(3)})`,
  );
  const outcome =
    hard.length + soft.length === 0
      ? 'Every check passes.'
      : [
          hard.length === 0 ? 'Every HARD check passes.' : `HARD checks that fail: ${hard.map(({ check }) => check.id).join(', ')}.`,
          soft.length === 0 ? '' : `Below its threshold: ${soft.map(({ check }) => `${check.id} (${check.title})`).join('; ')}.`,
        ]
          .filter((sentence) => sentence !== '')
          .join(' ');
  return `# Quality of what is made

Written by \`npm run eval -- --write\`; only the part between the marks is written by hand. The same decks give the same page.

## What was measured

The ${engine.name} engine made guides in six styles, quizzes, and cards of ${decks.length} ${decks.length === 1 ? 'deck' : 'decks'}, through the gate, with fixed seeds: ${questions} distinct questions, ${cards} cards.
${outcome}

${table(
  ['', 'deck', 'slides', 'words', 'language', 'questions', 'cards'],
  decks.map((deck, index) => [
    String(index + 1),
    deck.name,
    deck.deck ? String(deck.deck.slides.length) : '–',
    String(deck.source.passages.reduce((sum, { text }) => sum + wordCount(text), 0)),
    deck.source.language,
    String(deck.pool.length),
    String(deck.cardRounds.reduce((sum, round) => sum + round.cards.length, 0)),
  ]),
)}

Of each deck: a quiz of 20, one on the weak areas of a learner who got every third question wrong, and further ones until no new question comes;
30 cards, and "Generate New Cards" until there are none; the same once more with an instruction to the engine among the slides. Checks are computed
apart from the gate, so that the gate cannot hide a mistake of its own. HARD checks count over every item that was made, shares over distinct ones.
Damaged and renamed files and the gate's mutants are tests of the packages.

${byHand(before)}

## Cue baselines

![How often each baseline finds the right option, against chance](quality-cue-baselines.svg)

Each chooses by the shape of the options alone. Below 200 questions the bound is 18 points above chance instead of 10; the logistic model is
judged from 400 questions on, and only shown below. The pale bar is what chance alone moves a share of so many questions. The key stood ${positions.length === 0 ? 'nowhere: there were no questions' : positions.join('; ')}.

## All decks together

${groups
  .filter(({ title }) => of(title).some(({ pooled }) => pooled.value !== undefined))
  .map(
    ({ title }) =>
      `### ${title}\n\n${table(
        ['check', 'what', 'value', 'bound', 'n', ''],
        of(title)
          .filter(({ pooled }) => pooled.value !== undefined)
          .map(pooledRow),
      )}`,
  )
  .join('\n\n')}

## What each check asks for

The same ids stand in the gate, in the metric \`lectern_content_refusals_total\` and in the tables of this page.

${table(
  ['check', 'rule', 'source'],
  checkRules.map(({ id, rule, source }) => [id, rule, source]),
)}

## Deck by deck

Numbers are those of the list above. Shares of single decks stand on few items and are not judged.

${table(
  ['check', 'what', ...decks.map((_, index) => String(index + 1))],
  lines.filter(({ pooled }) => pooled.value !== undefined).map((line) => [...name(line), ...line.byDeck.map((one) => deckCell(line, one))]),
)}

## What no program measures

- Whether a distractor is right as well (unambiguous) beyond what stands in the source word for word: somebody who knows the subject has to read it.
- Whether questions and cards are worth learning, unambiguous and well said: the strict reader's sample of 40 items (\`npm run eval -- --items\`).
- Whether a statement stands in the fitting part of a style (guide-structure), and whether the overview tells what matters.
`;
}

/** Writes `quality.md` and its plot, and says where. */
export function writeQualityPage(evaluation: Evaluation, folder: string): string[] {
  const [page, plot] = [join(folder, 'quality.md'), join(folder, 'quality-cue-baselines.svg')];
  writeFileSync(page, renderQualityPage(evaluation, existsSync(page) ? readFileSync(page, 'utf8') : undefined));
  writeFileSync(plot, plotCueBaselines(cueBaselinesOf(evaluation.decks), evaluation.engine.name));
  return [page, plot];
}
