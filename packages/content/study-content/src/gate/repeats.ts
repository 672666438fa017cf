import { placeOf } from '@lectern/contracts/plain';
import type { DraftCard, DraftQuestion, DroppedItem } from '../StudyContentEngine.ts';
import { pointerKey } from '../text/pointers.ts';
import { fold, likeness, wordCount, wordsOf } from '../text/words.ts';
import { hasSameSymbols } from '../text/characters.ts';
import { foldOption, isSameOption, leakOf } from './options.ts';
import type { CheckId } from './Check.ts';

/** The similarity from which two questions ask the same. */
export const nearStem = 0.6;
/** The similarity from which two fronts ask the same. */
export const nearFront = 0.8;

const optionsOf = ({ answer, distractors }: DraftQuestion): string =>
  [answer, ...distractors.map(({ text }) => text)].map(foldOption).sort().join('\n');

/** Whether two questions ask the same: similar stems, the same answer from the same slide, or the same options. */
export const isSameQuestion = (one: DraftQuestion, other: DraftQuestion): boolean =>
  isNearStem(one.question, other.question) ||
  (foldOption(one.answer) === foldOption(other.answer) && placeOf(one.source.pointer) === placeOf(other.source.pointer)) ||
  (foldOption(one.answer) === foldOption(other.answer) && optionsOf(one) === optionsOf(other));

const isNearStem = (one: string, other: string): boolean => fold(one) === fold(other) || likeness(one, other) >= nearStem;

/** Words that may differ between fronts that ask the same. */
const frameWords = new Set('what which who where when why how is are was were does do did the an in of for to by at on'.split(' '));

/** Whether both fronts have a distinctive word or symbol and their backs differ: "chlorophyll a" and "chlorophyll b", Co and CO. */
function asksForOther(one: DraftCard, other: DraftCard): boolean {
  const [words, otherWords] = [wordsOf(one.front), wordsOf(other.front)];
  const hasOwn = (own: readonly string[], others: readonly string[]): boolean =>
    own.some((word) => !others.includes(word) && !frameWords.has(word));
  if (isSameOption(one.back, other.back)) return false;
  return hasSameSymbols(one.front, other.front) ? hasOwn(words, otherWords) && hasOwn(otherWords, words) : true;
}

/** Whether two cards ask the same: similar fronts, or the same quote at the same pointer. */
export const isSameCard = (one: DraftCard, other: DraftCard): boolean =>
  (isNearFront(one.front, other.front) && !asksForOther(one, other)) ||
  (one.source.quote === other.source.quote && pointerKey(one.source.pointer) === pointerKey(other.source.pointer));

const isNearFront = (one: string, other: string): boolean => fold(one) === fold(other) || likeness(one, other) >= nearFront;

/** For each flaw, the maximum share of items of a set that may have it. */
export const shares: Partial<Record<CheckId, number>> = {
  'positive-stem': 0.05,
  'no-stem-cue': 0.1,
  'clear-stem': 0.1,
  'short-card': 0.05,
  'one-fact-card': 0.03,
  'standalone-front': 0.05,
};

const asksForTruth =
  /\bwhich (one )?(of (the following|these)|statement)\b.{0,30}\b(is|are) (true|correct|right|accurate)\b|\bwhich .{0,20}\bstatements? (is|are|about)\b/i;

/** The flaws of a question that are limited by share. */
export function weaknessesOf({ question, answer, distractors }: DraftQuestion): CheckId[] {
  const found: CheckId[] = [];
  if (/\b(NOT|EXCEPT|LEAST)\b/.test(question)) found.push('positive-stem');
  if (
    leakOf(
      question,
      answer,
      distractors.map(({ text }) => text),
    ).words > 0
  )
    found.push('no-stem-cue');
  if (asksForTruth.test(question)) found.push('clear-stem');
  return found;
}

const yesNo = /^(is|are|was|were|does|do|did|can|could|has|have|had|will|would|should|must|may)\s/i;
const bareAnswer = /^(yes|no|true|false)\b[.,:]?/i;

/** The flaws of a card that are limited by share. */
export function weaknessesOfCard({ front, back }: DraftCard): CheckId[] {
  const found: CheckId[] = [];
  if (wordCount(back) > 25 || wordCount(front) > 20) found.push('short-card');
  if (back.split(/[;\n]|,(?!\d)/).filter((piece) => piece.trim() !== '').length > 3) found.push('one-fact-card');
  if ((yesNo.test(front) && !/\bor\b/i.test(front)) || bareAnswer.test(back)) found.push('standalone-front');
  return found;
}

/** Recognises dropped items by question or front, or by key and passage. */
const droppedOf = (dropped: readonly DroppedItem[] = []): ((item: DroppedItem) => boolean) => {
  const keyAt = ({ key, pointer }: DroppedItem): string => `${pointerKey(pointer)}|${foldOption(key)}`;
  const texts = new Set(dropped.map(({ text }) => fold(text)));
  const keys = new Set(dropped.map(keyAt));
  return (item) => texts.has(fold(item.text)) || keys.has(keyAt(item));
};

export const droppedQuestions = (dropped: readonly DroppedItem[] | undefined): ((draft: DraftQuestion) => boolean) => {
  const isDropped = droppedOf(dropped);
  return ({ question, answer, source: { pointer } }) => isDropped({ text: question, key: answer, pointer });
};

export const droppedCards = (dropped: readonly DroppedItem[] | undefined): ((draft: DraftCard) => boolean) => {
  const isDropped = droppedOf(dropped);
  return ({ front, back, source: { pointer } }) => isDropped({ text: front, key: back, pointer });
};
