import { endMarks, tightEndMarks } from '@lectern/contracts/plain';
import { onceForText } from './onceForText.ts';
import { holds, wordsIn } from './wordMatching.ts';

const sentenceEnd = new RegExp(`(?<=[${endMarks}]["”’)]?)\\s+(?=["“(]?[\\p{Lu}\\p{Lo}\\d])|(?<=;)\\s+|\\n|(?<=[${tightEndMarks}])`, 'u');

/** Splits a text for comparison. Line breaks and semicolons end a sentence, too. */
export const sentencesIn = onceForText((text): readonly string[] =>
  text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter(Boolean),
);

/** The sentence that shares the most words with a claim, given as stems; empty if the text is. */
export const nearestSentence = (claim: ReadonlySet<string>, text: string): string => nearestOf(claim, sentencesIn(text));

/** The sentence that shares the most words with a claim. The shorter one wins a tie. */
export function nearestOf(claim: ReadonlySet<string>, sentences: Iterable<string>): string {
  let nearest = '';
  let best = -1;
  for (const sentence of sentences) {
    const words = wordsIn(sentence);
    const hits = [...claim].filter((stem) => holds(words, stem)).length;
    const score = hits - words.stems.size / 1_000;
    if (score > best) [best, nearest] = [score, sentence];
  }
  return nearest;
}
