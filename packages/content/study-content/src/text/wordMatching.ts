import { memoiseByObject, memoiseByText } from './memoise.ts';
import { contentStems, wordsOf } from './words.ts';

/** Scripts without spaces between words, or with attached particles. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The content words of a text, indexed for lookup. */
export interface Words {
  readonly stems: ReadonlySet<string>;
  /** All stems joined. Words of unspaced scripts are matched as substrings. */
  readonly joined: string;
  /** Unstemmed words, because the stemmer cuts "sediment" and "sedimentary" at different places. */
  readonly written: ReadonlySet<string>;
}

export const wordsIn = memoiseByText((text): Words => {
  const stems = contentStems(text);
  return { stems, joined: [...stems].join(' '), written: new Set(wordsOf(text)) };
});

/** Words share a root if at least this many initial letters are equal. */
const rootLength = 5;
/** Words of at least this length (the longest stem) need one more equal letter. */
const maxStemLength = 8;

/** Word prefixes for matching by root: "contract" and "contraction", "inhibit" and "inhibition". */
class Roots {
  private readonly short = new Set<string>();
  private readonly long = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < rootLength) continue;
      if (word.length < maxStemLength) this.short.add(word.slice(0, rootLength));
      else {
        this.long.add(word.slice(0, rootLength));
        this.long.add(word.slice(0, rootLength + 1));
      }
    }
  }

  has(stem: string): boolean {
    if (stem.length < rootLength) return false;
    const prefix = stem.slice(0, rootLength);
    return this.short.has(prefix) || this.long.has(stem.length < maxStemLength ? prefix : stem.slice(0, rootLength + 1));
  }
}

/** Strips a negating prefix: "illiterate" is about the literate. */
const withoutNegatingPrefix = (stem: string): string =>
  stem.length >= maxStemLength ? stem.replace(/^(il|im|in|ir|un|dis|non)/, '') : stem;

const rootsOf = memoiseByObject(({ stems, written }: Words) => ({
  words: new Roots([...stems, ...written]),
  withoutPrefix: new Roots([...stems].map(withoutNegatingPrefix)),
}));

const letterPairs = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
const pairsOf = memoiseByObject(({ joined }: Words): ReadonlySet<string> => new Set(letterPairs(joined)));

/** Minimum share of a word's letter pairs that a text in an unspaced script must contain. */
const minPairShare = 0.5;

/** Whether a text contains a stem or a word of the same root; in unspaced scripts, most of its letter pairs. */
export function hasStem(words: Words, stem: string): boolean {
  if (words.stems.has(stem)) return true;
  if (unspacedScript.test(stem)) {
    if (stem.length < 2) return words.joined.includes(stem);
    const known = pairsOf(words);
    const pairs = letterPairs(stem);
    return pairs.filter((pair) => known.has(pair)).length / pairs.length >= minPairShare;
  }
  if (stem.length < rootLength) return false;
  const roots = rootsOf(words);
  return roots.words.has(stem) || roots.withoutPrefix.has(withoutNegatingPrefix(stem));
}

/** The share of the stems that a text contains, 0 to 1; 1 if there are no stems. */
export function coverage(stems: Iterable<string>, words: Words): number {
  const all = [...stems];
  return all.length === 0 ? 1 : all.filter((stem) => hasStem(words, stem)).length / all.length;
}
