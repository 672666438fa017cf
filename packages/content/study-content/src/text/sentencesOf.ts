import { endMarks, tightEndMarks } from '@lectern/contracts/plain';
import { onceForText } from './onceForText.ts';

/** Abbreviations whose full stop does not end a sentence. */
const abbreviation =
  /(?:\b(?:v|vs|e\.g|i\.e|etc|Dr|Mr|Mrs|Ms|Prof|St|No|cf|approx|Inc|Ltd|Co|Fig|Art|Sec|U\.S|U\.K|al|z\.B|bzw|ca)|\b\p{Lu})\.$/u;

const sentenceEnd = new RegExp(`[${endMarks}]["”’)\\]]?(?=\\s+["“‘([]?[\\p{Lu}\\p{Lo}\\d])|[${tightEndMarks}](?=.)`, 'gu');

const longestAbbreviation = 12;

/** Splits a passage into its sentences, verbatim. Knows common abbreviations. */
export const sentencesOf = onceForText((text): readonly string[] => {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    const piece = text.slice(from, end);
    if (abbreviation.test(piece.slice(-longestAbbreviation))) continue;
    pieces.push(piece.trim());
    from = end;
  }
  pieces.push(text.slice(from).trim());
  return pieces.filter(Boolean);
});
