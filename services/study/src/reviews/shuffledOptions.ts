import { createHash } from 'node:crypto';
import type { QuizOption } from '@lectern/contracts';

/**
 * A question's options in another order than its own, and in another one after each review.
 * @param seed - names the question and how often it was reviewed; the same seed gives the same order
 */
export const shuffledOptions = (options: readonly QuizOption[], seed: string): QuizOption[] => {
  const keyed = options.map((option, index) => ({ option, key: createHash('sha256').update(`${seed}:${index}`).digest('hex') }));
  const shuffled = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ option }) => option);
  const isAsBefore = shuffled.every((option, index) => option === options[index]);
  return isAsBefore ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
};
