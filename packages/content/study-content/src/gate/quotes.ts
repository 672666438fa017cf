import type { Citation, Passage, Source } from '@lectern/contracts';
import { characterAt, characterBefore, isWordCharacter } from '../text/characters.ts';
import { passageAt } from '../text/pointers.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { sentencesIn } from '../text/sentences.ts';

const withSingleSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A character of a script with spaces between words. */
const spacedScript = /[\p{Script=Latin}\p{N}]/u;

/** The minimum length of a quote. Only a whole cell or line may be shorter. */
const minQuoteLength = 2;

/** Whether a quote is at its pointer verbatim, ignoring white space. Quotes must start and end at word boundaries. */
export function isVerbatim(source: Source, citation: Citation): boolean {
  const passage = passageAt(source, citation.pointer);
  const quote = withSingleSpaces(citation.quote);
  if (passage === undefined || quote === '') return false;
  const text = withSingleSpaces(passage.text);
  if (quote === text || passage.cells?.some((cell) => withSingleSpaces(cell) === quote)) return true;
  if (quote.length < minQuoteLength) return false;
  const startsWord = spacedScript.test(characterAt(quote, 0));
  const endsWord = spacedScript.test(characterBefore(quote, quote.length));
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const isWholeAtStart = !startsWord || !isWordCharacter(characterBefore(text, at));
    const isWholeAtEnd = !endsWord || !isWordCharacter(characterAt(text, at + quote.length));
    if (isWholeAtStart && isWholeAtEnd) return true;
  }
  return false;
}

/** Whether a quote is from a sentence that gives instructions to the engine. */
export const isFromPromptInjection = (quote: string, passage: string): boolean =>
  hasPromptInjection(quote) ||
  (hasPromptInjection(passage) &&
    sentencesIn(passage).some((sentence) => (sentence.includes(quote) || quote.includes(sentence)) && hasPromptInjection(sentence)));

/** In characters. Some decks have a whole book in one shape; of a longer passage only the text around the quote is used. */
export const maxPassageLength = 20_000;

/** The text around a quote, cut at spaces; the whole text if it is not longer than `maxPassageLength`. */
export function textNearQuote(text: string, quote: string): string {
  if (text.length <= maxPassageLength) return text;
  const at = Math.max(0, text.indexOf(quote));
  const before = text.slice(Math.max(0, at - maxPassageLength / 2), at);
  const after = text.slice(at, at + maxPassageLength / 2);
  return `${before.replace(/^\S*\s/, '')}${after.replace(/\s\S*$/, '')}`;
}

/** The cited passage; a very long one is cut around the quote. `undefined` if the pointer is invalid. */
export function citedPassage(source: Source, { pointer, quote }: Citation): Passage | undefined {
  const passage = passageAt(source, pointer);
  return passage && passage.text.length > maxPassageLength ? { ...passage, text: textNearQuote(passage.text, quote) } : passage;
}
