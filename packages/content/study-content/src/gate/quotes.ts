import type { Citation, Passage, Source } from '@lectern/contracts';
import { characterAt, characterBefore, isWordCharacter } from '../text/characters.ts';
import { passageAt } from '../text/pointers.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { sentencesIn } from '../text/sentences.ts';

const withSingleSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A character of a script that separates its words with spaces. */
const spacedScript = /[\p{Script=Latin}\p{N}]/u;

/** Characters of a quote. A cell or a line of one character may be quoted whole. */
const shortestQuote = 2;

/** Whether the quote stands at its pointer letter by letter; white space may differ. A quote that starts or ends within a word is altered. */
export function isVerbatim(source: Source, citation: Citation): boolean {
  const passage = passageAt(source, citation.pointer);
  const quote = withSingleSpaces(citation.quote);
  if (passage === undefined || quote === '') return false;
  const text = withSingleSpaces(passage.text);
  if (quote === text || passage.cells?.some((cell) => withSingleSpaces(cell) === quote)) return true;
  if (quote.length < shortestQuote) return false;
  const startsWord = spacedScript.test(characterAt(quote, 0));
  const endsWord = spacedScript.test(characterBefore(quote, quote.length));
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const isWholeAtStart = !startsWord || !isWordCharacter(characterBefore(text, at));
    const isWholeAtEnd = !endsWord || !isWordCharacter(characterAt(text, at + quote.length));
    if (isWholeAtStart && isWholeAtEnd) return true;
  }
  return false;
}

/** Whether a quote is a sentence that gives an instruction to the engine, or a part of one. */
export const isFromPromptInjection = (quote: string, passage: string): boolean =>
  hasPromptInjection(quote) ||
  (hasPromptInjection(passage) &&
    sentencesIn(passage).some((sentence) => (sentence.includes(quote) || quote.includes(sentence)) && hasPromptInjection(sentence)));

/** Characters of a passage that are read at most. Some decks hold a whole book in one shape: only the text around the quote counts then. */
export const longestPassage = 20_000;

/** The text around a quote, cut at spaces; the whole text where it is at most `longestPassage` characters long. */
export function textNearQuote(text: string, quote: string): string {
  if (text.length <= longestPassage) return text;
  const at = Math.max(0, text.indexOf(quote));
  const before = text.slice(Math.max(0, at - longestPassage / 2), at);
  const after = text.slice(at, at + longestPassage / 2);
  return `${before.replace(/^\S*\s/, '')}${after.replace(/\s\S*$/, '')}`;
}

/** The passage that a citation points at, or `undefined` where it points nowhere. The text of a very long passage is cut around the quote. */
export function citedPassage(source: Source, { pointer, quote }: Citation): Passage | undefined {
  const passage = passageAt(source, pointer);
  return passage && passage.text.length > longestPassage ? { ...passage, text: textNearQuote(passage.text, quote) } : passage;
}
