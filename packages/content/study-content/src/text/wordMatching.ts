import { onceForText } from './onceForText.ts';
import { contentStems, wordsOf } from './words.ts';

/** Scripts that write words without spaces, or with particles attached. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The content words of a text, prepared for looking words up in it. */
export interface Words {
  readonly stems: ReadonlySet<string>;
  /** The stems in one string: in unspaced scripts a word is found as a part of it. */
  readonly joined: string;
  /** The words as written: the stemmer cuts "sediment" and "sedimentary" at different places. */
  readonly written: ReadonlySet<string>;
}

export const wordsIn = onceForText((text): Words => {
  const stems = contentStems(text);
  return { stems, joined: [...stems].join(' '), written: new Set(wordsOf(text)) };
});

/** Two words share a root where their first letters are equal: this many at least. */
const rootLength = 5;
/** Two words of this length, which is also that of the longest stem, need one more equal letter. */
const longestStem = 8;

/** Prefixes of words, by which words of one root are found: "contract" and "contraction", "inhibit" and "inhibition". */
class Roots {
  private readonly short = new Set<string>();
  private readonly long = new Set<string>();

  constructor(words: Iterable<string>) {
    for (const word of words) {
      if (word.length < rootLength) continue;
      if (word.length < longestStem) this.short.add(word.slice(0, rootLength));
      else {
        this.long.add(word.slice(0, rootLength));
        this.long.add(word.slice(0, rootLength + 1));
      }
    }
  }

  has(stem: string): boolean {
    if (stem.length < rootLength) return false;
    const prefix = stem.slice(0, rootLength);
    return this.short.has(prefix) || this.long.has(stem.length < longestStem ? prefix : stem.slice(0, rootLength + 1));
  }
}

/** A stem without its negating prefix: "illiterate" is about the literate. */
const withoutNegatingPrefix = (stem: string): string => (stem.length >= longestStem ? stem.replace(/^(il|im|in|ir|un|dis|non)/, '') : stem);

/** Works a value out of a text's words when it is first asked for. */
function onceForWords<Value extends object>(work: (words: Words) => Value): (words: Words) => Value {
  const known = new WeakMap<Words, Value>();
  return (words) => {
    let value = known.get(words);
    if (!value) known.set(words, (value = work(words)));
    return value;
  };
}

const rootsOf = onceForWords(({ stems, written }) => ({
  words: new Roots([...stems, ...written]),
  withoutPrefix: new Roots([...stems].map(withoutNegatingPrefix)),
}));

const letterPairs = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
const pairsOf = onceForWords(({ joined }): ReadonlySet<string> => new Set(letterPairs(joined)));

/** The share of a word's letter pairs that have to stand in a text of an unspaced script. */
const leastPairs = 0.5;

/** Whether a stem stands in a text: itself, or a word of its root; in unspaced scripts, most of its letter pairs. */
export function holds(words: Words, stem: string): boolean {
  if (words.stems.has(stem)) return true;
  if (unspacedScript.test(stem)) {
    if (stem.length < 2) return words.joined.includes(stem);
    const known = pairsOf(words);
    const pairs = letterPairs(stem);
    return pairs.filter((pair) => known.has(pair)).length / pairs.length >= leastPairs;
  }
  if (stem.length < rootLength) return false;
  const roots = rootsOf(words);
  return roots.words.has(stem) || roots.withoutPrefix.has(withoutNegatingPrefix(stem));
}

/** The share of stems that stand in a text, 0 to 1; 1 where there are no stems. */
export function coverage(stems: Iterable<string>, words: Words): number {
  const all = [...stems];
  return all.length === 0 ? 1 : all.filter((stem) => holds(words, stem)).length / all.length;
}
