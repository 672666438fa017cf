import { onceForText } from '../../../../text/onceForText.ts';
import { contentStems } from '../../../../text/words.ts';
import { lectureWords } from './lectureWords.ts';

const shareOf = new Map(
  Object.entries(lectureWords).flatMap(([twentieths, words]) =>
    words.split(' ').map((word): [string, number] => [word, Number(twentieths) / 20]),
  ),
);

/** How common the content words of a text are in lectures of all subjects, from 0 (none has the word) to 1 (all have it). */
export const commonness = onceForText((text): { mean: number; highest: number; lowest: number } => {
  const shares = [...contentStems(text)].map((word) => shareOf.get(word) ?? 0);
  if (shares.length === 0) return { mean: 1, highest: 1, lowest: 1 };
  return { mean: shares.reduce((sum, share) => sum + share, 0) / shares.length, highest: Math.max(...shares), lowest: Math.min(...shares) };
});
