import type { Source } from '@lectern/contracts';
import { fold } from '../../text/words.ts';
import { isPluralNoun } from './facts/grammar.ts';

const words = /[\p{L}\p{N}]+/gu;
/** What follows a term that ends there. */
const follows = /(?=[.,;:)]|$| (?:of|to|that|which|is|are|for|from|in|on|with|and|or|by|has|have|can|may|must|was|were|when|as|at)\b)/imuy;
/** The same for a term that gives its article to no noun behind it: "a copyright or patent holder" gives it to the holder. */
const followsAlone = new RegExp(follows.source.replace('and|or|', ''), follows.flags);
/** What stands before a term: "a" or "an", "the", or nothing that could be its article. */
const afterA = /(?<=\ban? )/imuy;
const afterThe = /(?<=\bthe )/imuy;
const afterNone = /(?<=^|[.;,] |\b(?:of|in|for|with|and|or|by|to|from|than|as) )/imuy;

/** Whether a sticky pattern matches a text at a place. */
const standsAt = (pattern: RegExp, text: string, place: number): boolean => {
  pattern.lastIndex = place;
  return pattern.test(text);
};

/** Nouns that can be counted, so that one alone takes an article. */
const counted =
  /\s(model|curve|system|process|list|bit|number|address|phase|cycle|test|rule|theory|law|effect|method|principle|clause|notice|record|project|reaction|pathway|complex|gradient|review|license|licence|curve|frontier|function|table|tree|chain|membrane|wall|valve|nerve|gland|lobe|cortex|artery|vein|muscle|bone|virus|act|doctrine|test|scale|index|ratio|rate|formula|matrix|vector|algorithm|protocol|layer|stack|queue|counter|register|bus|cache|sphincter|duct|canal|plexus|tract)$/i;

/** Nouns that cannot be counted: "a research" is no English, although a material says so. */
const uncounted = /\b(?:research|information|knowledge|equipment|software|hardware|evidence|advice|feedback|homework|progress)$/i;

/** The most places of a term that are searched. The first ones show its usual article. */
const mostPlaces = 100;

/** The text of the material, with an index of its words. */
class Corpus {
  readonly text: string;
  private readonly places = new Map<string, number[]>();

  constructor(text: string) {
    this.text = text;
    for (const { 0: word, index } of text.matchAll(words)) {
      const key = word.toLowerCase();
      const known = this.places.get(key);
      if (known) known.push(index);
      else this.places.set(key, [index]);
    }
  }

  /** Candidate places of a term: the places of its rarest word. */
  placesOf(term: string): readonly number[] {
    let fewest: { places: readonly number[]; offset: number } | undefined;
    for (const { 0: word, index } of term.matchAll(words)) {
      const places = this.places.get(word.toLowerCase()) ?? [];
      if (!fewest || places.length < fewest.places.length) fewest = { places, offset: index };
    }
    const { places = [], offset = 0 } = fewest ?? {};
    return places.slice(0, mostPlaces).map((place) => place - offset);
  }
}

/**
 * Creates the function that adds the article that the material uses with a term: "a waiver", "the adrenal cortex", "privacy". A label
 * such as "Waiver: …" shows no article, so the term's uses in sentences are searched.
 */
export function articlesOf(source: Source): (term: string) => string {
  let corpus: Corpus | undefined;
  const known = new Map<string, string>();
  return (term) => {
    const key = fold(term);
    const before = known.get(key);
    if (before !== undefined) return before + term;
    corpus ??= new Corpus(source.passages.map(({ text }) => text).join('\n'));
    const { text } = corpus;
    const places = corpus.placesOf(term);
    const name = term.toLowerCase();
    const named = places.filter((place) => text.slice(Math.max(0, place), place + term.length).toLowerCase() === name);
    /** Whether the term stands behind `before` and before `after` somewhere. */
    const stands = (before: RegExp, after = follows): boolean =>
      named.some((place) => standsAt(before, text, place) && standsAt(after, text, place + term.length));
    const article = (): string => {
      if (isPluralNoun(term) || uncounted.test(term) || !/^[\p{Ll}]/u.test(term)) return '';
      if (stands(afterA, followsAlone)) return /^[aeiou]/i.test(term) ? 'an ' : 'a ';
      const isBare = stands(afterNone);
      if (!isBare && counted.test(term)) return 'the ';
      return !isBare && stands(afterThe) ? 'the ' : '';
    };
    const found = article();
    known.set(key, found);
    return found + term;
  };
}
