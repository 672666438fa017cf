import { appendTo, Counter } from './collections.ts';
import { likeness, wordsOf } from './words.ts';

/** Caps the comparisons per lookup. Only reached when many texts consist of the same few words. */
const maxCompared = 200;

/** The rarest words to index. Two texts above the threshold share at least one of them (prefix filtering). */
const prefixOf = (words: readonly string[], least: number): readonly string[] =>
  words.slice(0, words.length - Math.ceil(words.length * least - 1e-9) + 1);

/** Finds near duplicates by `likeness` without comparing all pairs. */
export class NearTexts {
  private readonly least: number;
  private readonly frequencies: Counter<string>;
  private readonly byWord = new Map<string, string[]>();
  private hasWordless = false;

  /**
   * @param least - Likeness at which two texts count as near duplicates, above 0 and up to 1.
   * @param usual - Sample of the same kind of text, from which word frequencies are taken.
   */
  constructor(least: number, usual: readonly string[] = []) {
    this.least = least;
    this.frequencies = new Counter(usual.flatMap((text) => [...new Set(wordsOf(text))]));
  }

  /** Rarest first. Ties are broken alphabetically so that all texts use the same order. */
  private rarestOf(text: string): readonly string[] {
    const words = [...new Set(wordsOf(text))];
    words.sort((left, right) => this.frequencies.of(left) - this.frequencies.of(right) || (left < right ? -1 : 1));
    return prefixOf(words, this.least);
  }

  add(text: string): void {
    const words = this.rarestOf(text);
    if (wordsOf(text).length === 0) this.hasWordless = true;
    else for (const word of words) appendTo(this.byWord, word, text);
  }

  has(text: string): boolean {
    if (wordsOf(text).length === 0) return this.hasWordless;
    let left = maxCompared;
    const seen = new Set<string>();
    for (const word of this.rarestOf(text)) {
      const known = this.byWord.get(word) ?? [];
      for (let at = known.length - 1; at >= 0 && left > 0; at -= 1) {
        const other = known[at] ?? '';
        if (seen.has(other)) continue;
        seen.add(other);
        left -= 1;
        if (likeness(text, other) >= this.least) return true;
      }
    }
    return false;
  }
}
