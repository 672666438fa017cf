import type { Source } from '@lectern/contracts';
import { fold } from '../words.ts';
import { isPluralNoun } from './finders/grammar.ts';

const follows = '(?=[.,;:)]|$| (?:of|to|that|which|is|are|for|from|in|on|with|and|or|by|has|have|can|may|must|was|were|when|as|at)\\b)';
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Nouns that can be counted, so that one alone takes an article. */
const counted =
  /\s(model|curve|system|process|list|bit|number|address|phase|cycle|test|rule|theory|law|effect|method|principle|clause|notice|record|project|reaction|pathway|complex|gradient|review|license|licence|curve|frontier|function|table|tree|chain|membrane|wall|valve|nerve|gland|lobe|cortex|artery|vein|muscle|bone|virus|act|doctrine|test|scale|index|ratio|rate|formula|matrix|vector|algorithm|protocol|layer|stack|queue|counter|register|bus|cache|sphincter|duct|canal|plexus|tract)$/i;

/**
 * A term with the article that the material itself gives it: "a waiver", "the adrenal cortex", "privacy". A label such as "Waiver: …" has
 * none, and whether a noun takes one is nothing that its letters tell.
 */
export function articlesOf(source: Source): (term: string) => string {
  let corpus: string | undefined;
  const known = new Map<string, string>();
  return (term) => {
    const key = fold(term);
    const before = known.get(key);
    if (before !== undefined) return before + term;
    corpus ??= source.passages.map(({ text }) => text).join('\n');
    const has = (pattern: string): boolean => new RegExp(pattern, 'imu').test(corpus ?? '');
    const name = escaped(term);
    const article = (): string => {
      if (isPluralNoun(term) || !/^[\p{Ll}]/u.test(term)) return '';
      // "a copyright or patent holder" gives the article to the holder.
      if (has(`\\ban? ${name}${follows.replace('and|or|', '')}`)) return /^[aeiou]/i.test(term) ? 'an ' : 'a ';
      const isBare = has(`(?<=^|[.;,] |\\b(?:of|in|for|with|and|or|by|to|from|than|as) )${name}${follows}`);
      if (!isBare && counted.test(term)) return 'the ';
      return !isBare && has(`\\bthe ${name}${follows}`) ? 'the ' : '';
    };
    const found = article();
    known.set(key, found);
    return found + term;
  };
}
