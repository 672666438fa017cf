import { styleText } from 'node:util';
import type { Citation, Source } from '@lectern/contracts';
import type { CardRound, EvaluatedCard, EvaluatedDeck, EvaluatedGuide, EvaluatedQuestion, QuizRound } from './evaluateDeck.ts';
import type { Evaluation } from './evaluate.ts';
import { nameOfPlace, passageAt } from './places.ts';
import { randomFrom } from './randomFrom.ts';
import { shuffled } from './shuffled.ts';

type Format = Parameters<typeof styleText>[0];

/** Findings of the checks, by deck and item. */
export type Remarks = ReadonlyMap<string, readonly string[]>;
export const remarkKey = (deck: string, item: string): string => `${deck}\n${item}`;

const width = 110;
const paint = (format: Format, text: string): string => styleText(format, text);

/** Wraps a text; every line after the first is indented. */
function wrapped(indent: number, label: string, text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width - indent - label.length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  const hanging = ' '.repeat(indent + label.length);
  return lines.map((one, index) => (index === 0 ? `${' '.repeat(indent)}${label}${one}` : `${hanging}${one}`));
}

const soft = (lines: string[]): string[] => lines.map((line) => paint('dim', line));

function sourceLines(source: Source, citation: Citation): string[] {
  const passage = passageAt(source, citation.pointer)?.text;
  const where = nameOfPlace(citation.pointer);
  const quote = wrapped(4, 'quote        ', `“${citation.quote}” (${where})`);
  const isWhole = passage === citation.quote;
  return soft([
    ...quote,
    ...(isWhole ? [] : wrapped(4, 'stands in    ', passage === undefined ? `nothing: no such place` : `“${passage}”`)),
  ]);
}

const remarkLines = (remarks: readonly string[] | undefined): string[] =>
  (remarks ?? []).flatMap((remark) => wrapped(4, '! ', remark).map((line) => paint('yellow', line)));

/** A question as it is printed: its options, explanation and source, and what the checks remark. */
export function questionLines({ id, draft, options }: EvaluatedQuestion, source: Source, remarks?: readonly string[]): string[] {
  const lines = [...wrapped(0, `${id.padEnd(3)} `, draft.question).map((line) => paint('bold', line))];
  options.forEach(({ text, isCorrect }, index) => {
    const letter = String.fromCharCode(65 + index);
    const rationale = isCorrect ? draft.answerRationale : (draft.distractors.find((one) => one.text === text)?.rationale ?? '');
    const option = wrapped(4, isCorrect ? `✓ ${letter}  ` : `  ${letter}  `, text);
    lines.push(...(isCorrect ? option.map((line) => paint('green', line)) : option), ...soft(wrapped(11, '', rationale)));
  });
  lines.push(...wrapped(4, 'explanation  ', draft.explanation), ...sourceLines(source, draft.source));
  const by = draft.generatedBy === undefined ? '' : ` · made by ${draft.generatedBy}`;
  lines.push(...soft(wrapped(4, 'about        ', `${draft.topic} · ${draft.concept}${by}`)), ...remarkLines(remarks), '');
  return lines;
}

/** A card as it is printed. */
export function cardLines({ id, card }: EvaluatedCard, source: Source, remarks?: readonly string[]): string[] {
  return [
    ...wrapped(0, `${id.padEnd(3)} `, card.front).map((line) => paint('bold', line)),
    ...wrapped(4, '→ ', card.back).map((line) => paint('green', line)),
    ...sourceLines(source, card.source),
    ...remarkLines(remarks),
    '',
  ];
}

const heading = (text: string): string[] => [
  '',
  paint(['bold', 'cyan'], `── ${text} ${'─'.repeat(Math.max(2, width - text.length - 4))}`),
  '',
];

const outcome = ({ asked, shortfall, refusal, limitation }: QuizRound | CardRound, made: number): string =>
  [`${made} of ${asked}`, shortfall?.reason, refusal, limitation].filter((part) => part !== undefined).join(' · ');

function guideLines({ style, guide, refusal }: EvaluatedGuide, remarks: readonly string[] | undefined): string[] {
  return [
    ...heading(`Guide${style === undefined ? '' : `, ${style}`}`),
    ...(guide ? [guide.markdownContent.trimEnd()] : [refusal ?? '']),
    ...(guide?.limitation === undefined ? [] : ['', ...soft(wrapped(0, 'limitation: ', guide.limitation))]),
    ...(remarks?.length ? ['', ...remarkLines(remarks)] : []),
  ];
}

/** Everything that was made of a deck, in a form for reading. */
export function printItems(deck: EvaluatedDeck, remarks: Remarks, options: { guides: boolean; items: boolean }): string {
  const of = (id: string): readonly string[] | undefined => remarks.get(remarkKey(deck.name, id));
  const lines = ['', paint(['bold', 'inverse'], ` ${deck.name} · ${deck.source.title} · ${deck.source.language} `)];
  if (options.guides) for (const guide of deck.guides) lines.push(...guideLines(guide, of(`guide ${guide.style ?? 'default'}`)));
  if (!options.items) return `${lines.join('\n')}\n`;
  deck.quizzes.forEach((quiz, index) => {
    const name = index === 0 ? 'Quiz' : index === 1 ? 'Quiz, regenerated on weak areas' : `Quiz, once more (${index})`;
    lines.push(...heading(`${name}: ${outcome(quiz, quiz.questions.length)}`));
    const remarked = remarkLines(of(`quiz ${index + 1}`));
    if (remarked.length > 0) lines.push(...remarked, '');
    if (quiz.weakAreas.length > 0)
      lines.push(...soft(wrapped(0, 'weak areas: ', quiz.weakAreas.map(({ topic, concept }) => `${topic} / ${concept}`).join('; '))), '');
    for (const question of quiz.questions) lines.push(...questionLines(question, deck.source, of(question.id)));
  });
  deck.cardRounds.forEach((round, index) => {
    lines.push(...heading(`${index === 0 ? 'Cards' : `New cards (${index})`}: ${outcome(round, round.cards.length)}`));
    for (const card of round.cards) lines.push(...cardLines(card, deck.source, of(card.id)));
  });
  return `${lines.join('\n')}\n`;
}

/** So many questions and cards of all decks, drawn by lot with a fixed seed: what a strict reader judges (check "A strict reader"). */
export function printSample(decks: readonly EvaluatedDeck[], remarks: Remarks, count: number): string {
  const random = randomFrom(40);
  const items = decks.flatMap(({ name, source, pool, cardRounds }) => [
    ...pool.map((one) => ({ name, lines: questionLines(one, source, remarks.get(remarkKey(name, one.id))) })),
    ...cardRounds
      .flatMap(({ cards }) => cards)
      .map((one) => ({ name, lines: cardLines(one, source, remarks.get(remarkKey(name, one.id))) })),
  ]);
  const drawn = shuffled(items, random).slice(0, count);
  return drawn.map((item, index) => [...heading(`${index + 1} of ${drawn.length}, ${item.name}`), ...item.lines].join('\n')).join('\n');
}

/** The findings of the checks by item. Failing items are shown even if their share passes. */
export function remarksOf({ lines }: Evaluation): Remarks {
  const remarks = new Map<string, string[]>();
  for (const { check, pooled } of lines)
    for (const { deck, item, text } of pooled.findings) {
      const key = remarkKey(deck, item);
      remarks.set(key, [...(remarks.get(key) ?? []), `${check.id}, ${check.title}: ${text}`]);
    }
  return remarks;
}
