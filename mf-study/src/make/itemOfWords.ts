import type { CardEdit, NewQuestion, Suggestion } from '@lectern/contracts';
import { questionOf } from '../pick/suggestionItems';

/** Maximum number of words in a term. Longer text counts as a statement. */
const longestTerm = 6;

const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

const isTerm = (words: string): boolean => words.split(/\s+/).length <= longestTerm && !/[.!?:;]$/.test(words);

/** A card from text selected in a guide: a term becomes its front, a sentence its back. */
export const cardOfWords = (words: string): CardEdit => (isTerm(words) ? { front: words, back: '' } : { front: '', back: words });

/** A question about text selected in a guide, or about the central term of a sentence; `undefined` if the guide has no suitable terms. */
export const questionOfWords = (words: string, suggestions: readonly Suggestion[], random: () => number): NewQuestion | undefined => {
  const sought = folded(words);
  const asked = suggestions.filter(({ siblings }) => siblings.length > 0);
  const found =
    asked.find(({ term }) => folded(term) === sought) ??
    (isTerm(words) ? undefined : asked.find(({ statement }) => folded(statement).includes(sought) || sought.includes(folded(statement))));
  return found && questionOf(found, random);
};
