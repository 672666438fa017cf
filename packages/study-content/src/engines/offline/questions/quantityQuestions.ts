import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import type { Quantity } from '../facts.ts';
import { draftOf, placeName, type QuestionContext } from './distractors.ts';

const roundSteps = [1, 2, 3, 5, 6, 10, 12, 15, 20, 25, 30, 50, 60, 100, 250, 500];

/** Offsets of the distractors of a year. They are small for a recent year, because a year in the future is obviously wrong. */
const yearOffsets = [-41, -26, -12, 11, 23, 38];
const recentYearOffsets = [-13, -8, -5, 3, 6, 9];
const firstRecentYear = 1985;

/** The step in which a value is counted: 12 for 48, 250 for 1,000; a sixth of the value where none divides it. */
function stepOf(size: number): number {
  let scale = 1;
  while (size / scale >= 5_000) scale *= 1_000;
  const step = roundSteps.map((one) => one * scale).findLast((one) => size % one === 0 && size / one >= 3 && size / one <= 10);
  return step ?? Math.max(1, Math.round(size / 6));
}

/** Differences between a value and its distractors. */
function offsetsOf(size: number, decimals: number, isYear: boolean, isShare: boolean): number[] {
  if (isYear) return size < firstRecentYear ? yearOffsets : recentYearOffsets;
  const steps = [-4, -3, -2, -1, 1, 2, 3, 4];
  if (isShare) return steps.map((times) => times * (size % 10 === 0 ? 10 : size % 5 === 0 ? 5 : size > 90 || size < 10 ? 2 : 6));
  if (decimals > 0) return steps.map((times) => times * Math.max(10 ** -decimals, Number((size / 5).toFixed(decimals))));
  if (size <= 12) return steps.map((times) => times * (size > 6 ? 2 : 1));
  return steps.map((times) => times * stepOf(size));
}

/** Distractors of a value, in its notation. How many of them are smaller is random. `undefined` when there are fewer than two. */
export function numbersBeside(value: string, random: () => number): string[] | undefined {
  const match = /^([$£€]?)(\d[\d,]*(?:\.\d+)?)(.*)/s.exec(value);
  if (!match) return undefined;
  const [, before = '', digits = '', after = ''] = match;
  const size = Number(digits.replaceAll(',', ''));
  const decimals = digits.split('.')[1]?.length ?? 0;
  const isYear = before === '' && after === '' && !digits.includes(',') && size > 1400 && size < 2100;
  const isShare = after.trim() === '%' || /^\s*per ?cent/.test(after);
  const round = (number: number): number => Number(number.toFixed(decimals));
  const offsets = offsetsOf(size, decimals, isYear, isShare);
  // "1 steps" is no option, and a share ends at a hundred.
  const least =
    decimals > 0
      ? 10 ** -decimals
      : after.trim() === '' || isShare || before !== '' || /^\s?(kg|mg|g|ml|mL|l|L|mm|cm|m|km|ATP|kcal|°C)\b/.test(after)
        ? 1
        : 2;
  const options = [...new Set(offsets.map((offset) => (isYear ? size + offset : round(size + offset))))].filter(
    (number) => number >= least && number !== size && !(isShare && number >= 100),
  );
  const below = options.filter((number) => number < size).sort((left, right) => right - left);
  const above = options.filter((number) => number > size).sort((left, right) => left - right);
  const rank = Math.min(below.length, Math.floor(random() * 4));
  const chosen = [...below.slice(0, rank), ...above.slice(0, 3 - rank)];
  for (const number of [...below, ...above]) if (chosen.length < 3 && !chosen.includes(number)) chosen.push(number);
  const grouped = digits.includes(',');
  return chosen.length < 2
    ? undefined
    : chosen.map((number) => `${before}${grouped ? number.toLocaleString('en-US') : number.toFixed(decimals)}${after}`);
}

/** Asks for the number that is left out of a sentence. */
export function quantityQuestions(context: QuestionContext, fact: Quantity): DraftQuestion[] {
  if (!context.isEnglish) return [];
  const texts = numbersBeside(fact.value, context.random);
  const where = placeName(context.phrases, fact.source.pointer);
  return draftOf(context, fact, {
    question: `Which value completes the statement? “${fact.before}_____${fact.after}.”`,
    answer: fact.value,
    distractors: texts?.map((text) => ({ text, rationale: `The material says ${fact.value} here, not ${text} (${where}).` })),
    concept: fact.topic,
    core: `${fact.before}${fact.value}${fact.after}`,
    rationale: `The material says ${fact.value} (${where}).`,
  });
}
