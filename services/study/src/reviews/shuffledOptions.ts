import { createHash } from 'node:crypto';
import type { QuizOption } from '@lectern/contracts';

/**
 * Shuffles a question's options into a different order after each review.
 *
 * @param seed - the question and its number of reviews; the same seed gives the same order
 */
export const shuffledOptions = (options: readonly QuizOption[], seed: string): QuizOption[] => {
  const keyed = options.map((option, index) => ({ option, key: createHash('sha256').update(`${seed}:${index}`).digest('hex') }));
  const shuffled = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ option }) => option);
  const isAsBefore = shuffled.every((option, index) => option === options[index]);
  return isAsBefore ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
};
