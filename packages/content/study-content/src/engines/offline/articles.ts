import type { Source } from '@lectern/contracts';
import { memoiseByText } from '../../text/memoise.ts';
import { isPluralNoun } from './facts/grammar.ts';

/** Text after a complete term. "or" is missing: in "a copyright or patent holder", the article belongs to "holder". */
const follows = /^(?:[.,;:)]|\s*$| (?:of|to|that|which|is|are|for|from|in|on|with|by|has|have|can|may|must|was|were|when|as|at)\b)/iu;
/** Text before a term: an article, or text that shows that there is none. */
const afterA = /\ban? $/iu;
const afterThe = /\bthe $/iu;
const afterNone = /(?:^|[.;,\n] ?|\b(?:of|in|for|with|and|or|by|to|from|than|as) )$/iu;

/** Countable nouns, which take an article in the singular. */
const counted =
  /\s(model|curve|system|process|list|bit|number|address|phase|cycle|test|rule|theory|law|effect|method|principle|clause|notice|record|project|reaction|pathway|complex|gradient|review|license|licence|frontier|function|table|tree|chain|membrane|wall|valve|nerve|gland|lobe|cortex|artery|vein|muscle|bone|virus|act|doctrine|scale|index|ratio|rate|formula|matrix|vector|algorithm|protocol|layer|stack|queue|counter|register|bus|cache|sphincter|duct|canal|plexus|tract)$/i;

/** Uncountable nouns: "a research" is wrong, even if the material says so. */
const uncounted = /\b(?:research|information|knowledge|equipment|software|hardware|evidence|advice|feedback|homework|progress)$/i;

/** How much of the material, and how many occurrences, are searched for the usual article. */
const searchedLetters = 200_000;
const maxPlaces = 100;
/** The length of the longest match of the patterns above. */
const maxMatchLength = 8;

/**
 * Returns a function that adds the article that the material uses with a term: "a waiver", "the adrenal cortex", "privacy". Labels such as
 * "Waiver: …" have no article, so occurrences in sentences are searched.
 */
export function articlesOf(source: Source): (term: string) => string {
  let text: string | undefined;
  return memoiseByText((term) => {
    if (isPluralNoun(term) || uncounted.test(term) || !/^\p{Ll}/u.test(term)) return term;
    text ??= source.passages
      .map((passage) => passage.text.toLowerCase())
      .join('\n')
      .slice(0, searchedLetters);
    const name = term.toLowerCase();
    let [hasThe, isBare] = [false, false];
    for (let at = text.indexOf(name), places = 0; at >= 0 && places < maxPlaces; at = text.indexOf(name, at + 1), places += 1) {
      const before = text.slice(Math.max(0, at - maxMatchLength), at);
      if (!follows.test(text.slice(at + name.length, at + name.length + maxMatchLength))) continue;
      if (afterA.test(before)) return `${/^[aeiou]/i.test(term) ? 'an' : 'a'} ${term}`;
      hasThe ||= afterThe.test(before);
      isBare ||= afterNone.test(before);
    }
    return !isBare && (hasThe || counted.test(term)) ? `the ${term}` : term;
  });
}
