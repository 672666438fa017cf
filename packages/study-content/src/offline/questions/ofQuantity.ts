import type { DraftQuestion } from '../../engine.ts';
import type { Quantity } from '../facts.ts';
import { draftOf, placeName, type Maker } from './maker.ts';

/** Steps from a value to others that somebody who does not know it could take for it. */
function offsetsOf(size: number, decimals: number, isYear: boolean, isShare: boolean): number[] {
  if (isYear) return [-41, -26, -12, 11, 23, 38];
  if (isShare) {
    const step = size % 10 === 0 ? 10 : size % 5 === 0 ? 5 : size > 90 || size < 10 ? 2 : 6;
    return [-4, -3, -2, -1, 1, 2, 3, 4].map((times) => times * step);
  }
  if (size <= 12 && decimals === 0) return [-4, -3, -2, -1, 1, 2, 3, 4].map((step) => step * (size > 6 ? 2 : 1));
  return [-0.6, -0.4, -0.2, 0.25, 0.5, 1].map((share) => share * size);
}

/** As many zeros at the end as the value itself has. */
function roundLike(size: number, decimals: number): (number: number) => number {
  if (decimals > 0 || size <= 12) return (number) => Number(number.toFixed(decimals));
  let unit = 1;
  while (size % (unit * 10) === 0) unit *= 10;
  const step = unit >= 100 ? unit / 2 : unit >= 10 ? 5 : 1;
  return (number) => Math.round(number / step) * step;
}

/** Numbers beside a number, as many below it as chance says; none that the same sentence could also mean. */
export function numbersBeside(value: string, random: () => number): string[] | undefined {
  const match = /^([$£€]?)(\d[\d,]*(?:\.\d+)?)(.*)$/.exec(value);
  if (!match) return undefined;
  const [, before = '', digits = '', after = ''] = match;
  const size = Number(digits.replaceAll(',', ''));
  const decimals = digits.split('.')[1]?.length ?? 0;
  const isYear = before === '' && after === '' && !digits.includes(',') && size > 1400 && size < 2100;
  const isShare = after.trim() === '%' || /^\s*per ?cent/.test(after);
  const round = roundLike(size, decimals);
  const offsets = offsetsOf(size, decimals, isYear, isShare);
  // "1 steps" is no option, and a share ends at a hundred.
  const least = after.trim() === '' || isShare || before !== '' || /^\s?(kg|mg|g|ml|mL|l|L|mm|cm|m|km|ATP|kcal|°C)\b/.test(after) ? 1 : 2;
  const options = [...new Set(offsets.map((offset) => (isYear ? size + offset : round(size + offset))))].filter(
    (number) => number >= least && number !== size && !(isShare && number >= 100) && !(isYear && number > 2024),
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

/** The number that a sentence leaves out. */
export function ofQuantity(maker: Maker, fact: Quantity): DraftQuestion[] {
  if (!maker.isEnglish) return [];
  const texts = numbersBeside(fact.value, maker.random);
  const where = placeName(maker.phrases, fact.source.pointer);
  return draftOf(maker, fact, {
    question: `Which value completes the statement? “${fact.before}_____${fact.after}.”`,
    answer: fact.value,
    distractors: texts?.map((text) => ({ text, rationale: `The material says ${fact.value} here, not ${text} (${where}).` })),
    concept: fact.topic,
    core: `${fact.before}${fact.value}${fact.after}`,
    rationale: `The material says ${fact.value} (${where}).`,
  });
}
