import { endMarks, tightEndMarks } from '@lectern/contracts/plain';
import { memoiseByText } from './memoise.ts';
import { hasStem, wordsIn } from './wordMatching.ts';

/** Abbreviations whose full stop does not end a sentence. */
const abbreviation =
  /(?:\b(?:v|vs|e\.g|i\.e|etc|Dr|Mr|Mrs|Ms|Prof|St|No|cf|approx|Inc|Ltd|Co|Fig|Art|Sec|U\.S|U\.K|al|z\.B|bzw|ca)|\b\p{Lu})\.$/u;

const sentenceEnd = new RegExp(`[${endMarks}]["”’)\\]]?(?=\\s+["“‘([]?[\\p{Lu}\\p{Lo}\\d])|[${tightEndMarks}](?=.)`, 'gu');

const maxAbbreviationLength = 12;

/** Splits a passage into its sentences, verbatim. Knows common abbreviations. */
export const sentencesOf = memoiseByText((text): readonly string[] => {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    const piece = text.slice(from, end);
    if (abbreviation.test(piece.slice(-maxAbbreviationLength))) continue;
    pieces.push(piece.trim());
    from = end;
  }
  pieces.push(text.slice(from).trim());
  return pieces.filter(Boolean);
});

const clauseEnd = new RegExp(`(?<=[${endMarks}]["”’)]?)\\s+(?=["“(]?[\\p{Lu}\\p{Lo}\\d])|(?<=;)\\s+|\\n|(?<=[${tightEndMarks}])`, 'u');

/** Splits a text for comparison. Line breaks and semicolons end a sentence, too. */
export const sentencesIn = memoiseByText((text): readonly string[] =>
  text
    .split(clauseEnd)
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
    const hits = [...claim].filter((stem) => hasStem(words, stem)).length;
    const score = hits - words.stems.size / 1_000;
    if (score > best) [best, nearest] = [score, sentence];
  }
  return nearest;
}
