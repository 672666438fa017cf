import { endMarks, tightEndMarks } from '@lectern/contracts/plain';
import { onceForText } from './onceForText.ts';
import { holds, wordsIn } from './wordMatching.ts';

const sentenceEnd = new RegExp(`(?<=[${endMarks}]["”’)]?)\\s+(?=["“(]?[\\p{Lu}\\p{Lo}\\d])|(?<=;)\\s+|\\n|(?<=[${tightEndMarks}])`, 'u');

/** The sentences of a text; a line break and a semicolon end one, too. */
export const sentencesIn = onceForText((text): readonly string[] =>
  text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter(Boolean),
);

/** The sentence of a text that shares the most words with a claim, given as stems; empty where the text is. */
export const nearestSentence = (claim: ReadonlySet<string>, text: string): string => nearestOf(claim, sentencesIn(text));

/** The one of some sentences that shares the most words with a claim; the shorter one where two share as many. */
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
