import type { CardEdit, NewQuestion, Suggestion } from '@lectern/contracts';
import { questionOf } from '../pick/suggestionItems';

/** The most words of a term; longer words are what is said of it. */
const longestTerm = 6;

const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

const isTerm = (words: string): boolean => words.split(/\s+/).length <= longestTerm && !/[.!?:;]$/.test(words);

/** A card of words of a guide: a term stands on its front, a sentence on its back. */
export const cardOfWords = (words: string): CardEdit => (isTerm(words) ? { front: words, back: '' } : { front: '', back: words });

/** A question that asks for words of a guide, or for the central term of a sentence; `undefined` if the material has no terms to choose from. */
export const questionOfWords = (words: string, suggestions: readonly Suggestion[], random: () => number): NewQuestion | undefined => {
  const sought = folded(words);
  const asked = suggestions.filter(({ siblings }) => siblings.length > 0);
  const found =
    asked.find(({ term }) => folded(term) === sought) ??
    (isTerm(words) ? undefined : asked.find(({ statement }) => folded(statement).includes(sought) || sought.includes(folded(statement))));
  return found && questionOf(found, random);
};
