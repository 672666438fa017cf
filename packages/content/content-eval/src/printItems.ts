import { styleText } from 'node:util';
import { randomFrom, type Citation, type Source } from '@lectern/contracts';
import type { CardRound, EvaluatedCard, EvaluatedDeck, EvaluatedGuide, EvaluatedQuestion, QuizRound } from './evaluateDeck.ts';
import type { Evaluation } from './evaluate.ts';
import { nameOfPlace, passageAt } from './text.ts';
import { shuffled } from './check.ts';
import { guideName } from './subjects.ts';

/** The findings of the checks by deck and item. */
export type Remarks = (deck: EvaluatedDeck, item: string) => readonly string[];

const width = 110;

/** Wraps a text after a label. Continuation lines are indented. */
function wrapped(indent: number, label: string, text: string): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > width - indent - label.length) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line, index) => ' '.repeat(indent) + (index === 0 ? label : ' '.repeat(label.length)) + line);
}

const painted = (format: Parameters<typeof styleText>[0], lines: readonly string[]): string[] =>
  lines.map((line) => styleText(format, line));

function sourceLines(source: Source, { pointer, quote }: Citation): string[] {
  const passage = passageAt(source, pointer)?.text ?? 'no such place';
  return painted('dim', [
    ...wrapped(4, 'quote        ', `“${quote}” (${nameOfPlace(pointer)})`),
    ...(passage === quote ? [] : wrapped(4, 'passage      ', passage)),
  ]);
}

const remarkLines = (remarks: readonly string[]): string[] =>
  painted(
    'yellow',
    remarks.flatMap((remark) => wrapped(4, '! ', remark)),
  );

function questionLines({ id, draft, options }: EvaluatedQuestion, source: Source, remarks: readonly string[]): string[] {
  const rationales = new Map(draft.distractors.map(({ text, rationale }) => [text, rationale]));
  const optionLines = options.flatMap(({ text, isCorrect }, index) => {
    const option = wrapped(4, `${isCorrect ? '✓' : ' '} ${String.fromCharCode(65 + index)}  `, text);
    const rationale = isCorrect ? draft.answerRationale : (rationales.get(text) ?? '');
    return [...(isCorrect ? painted('green', option) : option), ...painted('dim', wrapped(11, '', rationale))];
  });
  return [
    ...painted('bold', wrapped(0, `${id.padEnd(3)} `, draft.question)),
    ...optionLines,
    ...wrapped(4, 'explanation  ', draft.explanation),
    ...sourceLines(source, draft.source),
    ...painted('dim', wrapped(4, 'about        ', [draft.topic, draft.concept].filter(Boolean).join(' · '))),
    ...remarkLines(remarks),
    '',
  ];
}

function cardLines({ id, card }: EvaluatedCard, source: Source, remarks: readonly string[]): string[] {
  return [
    ...painted('bold', wrapped(0, `${id.padEnd(3)} `, card.front)),
    ...painted('green', wrapped(4, '→ ', card.back)),
    ...sourceLines(source, card.source),
    ...remarkLines(remarks),
    '',
  ];
}

function guideLines({ guide, refusal = '' }: EvaluatedGuide, remarks: readonly string[]): string[] {
  const limitation = guide?.limitation === undefined ? [] : painted('dim', wrapped(0, 'limitation: ', guide.limitation));
  return [guide?.markdownContent.trimEnd() ?? refusal, '', ...limitation, ...remarkLines(remarks)];
}

const heading = (text: string): string[] => [
  '',
  styleText(['bold', 'cyan'], `── ${text} ${'─'.repeat(Math.max(2, width - text.length - 4))}`),
  '',
];

const outcome = ({ asked, shortfall, refusal, limitation }: QuizRound | CardRound, made: number): string =>
  [`${made} of ${asked}`, shortfall?.reason, refusal, limitation].filter((part) => part !== undefined).join(' · ');

/** Formats everything generated for a deck, for reading. */
export function printItems(deck: EvaluatedDeck, remarks: Remarks, options: { guides: boolean; items: boolean }): string {
  const { source, quizzes, cardRounds, guides } = deck;
  const lines = ['', styleText(['bold', 'inverse'], ` ${deck.name} · ${source.title} · ${source.language} `)];
  for (const guide of options.guides ? guides : [])
    lines.push(...heading(`Guide, ${guide.style ?? 'no preference'}`), ...guideLines(guide, remarks(deck, guideName(guide.style))));
  for (const [index, quiz] of (options.items ? quizzes : []).entries()) {
    const name = ['Quiz', 'Quiz, regenerated on weak areas'][index] ?? `Another quiz (${index})`;
    const areas = quiz.weakAreas.map(({ topic, concept }) => `${topic} / ${concept}`).join('; ');
    lines.push(...heading(`${name}: ${outcome(quiz, quiz.questions.length)}`), ...remarkLines(remarks(deck, `quiz ${index + 1}`)));
    if (areas !== '') lines.push(...painted('dim', wrapped(0, 'weak areas: ', areas)), '');
    lines.push(...quiz.questions.flatMap((question) => questionLines(question, source, remarks(deck, question.id))));
  }
  for (const [index, round] of (options.items ? cardRounds : []).entries()) {
    lines.push(...heading(`${index === 0 ? 'Cards' : `New cards (${index})`}: ${outcome(round, round.cards.length)}`));
    lines.push(...round.cards.flatMap((card) => cardLines(card, source, remarks(deck, card.id))));
  }
  return `${lines.join('\n')}\n`;
}

/** Draws questions and cards of all decks at random, with a fixed seed, for manual review. */
export function printSample(decks: readonly EvaluatedDeck[], remarks: Remarks, count: number): string {
  const items = decks.flatMap((deck) => [
    ...deck.uniqueQuestions.map((one) => ({ deck, lines: questionLines(one, deck.source, remarks(deck, one.id)) })),
    ...deck.cardRounds.flatMap(({ cards }) => cards).map((one) => ({ deck, lines: cardLines(one, deck.source, remarks(deck, one.id)) })),
  ]);
  const drawn = shuffled(items, randomFrom(40)).slice(0, count);
  return drawn.flatMap(({ deck, lines }, index) => [...heading(`${index + 1} of ${drawn.length}, ${deck.name}`), ...lines]).join('\n');
}

/** Indexes the findings of the checks by item, including those of shares that pass. */
export function remarksOf({ lines }: Evaluation): Remarks {
  const findings = lines.flatMap(({ check, pooled }) => pooled.findings.map((finding) => ({ ...finding, check })));
  const byItem = Map.groupBy(findings, ({ deck, item }) => `${deck}\n${item}`);
  return (deck, item) => (byItem.get(`${deck.name}\n${item}`) ?? []).map(({ check, text }) => `${check.id}, ${check.title}: ${text}`);
}
