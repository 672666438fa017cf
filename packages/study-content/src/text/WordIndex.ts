import { wordsOf } from './words.ts';

/** Which of many texts hold a word: what stands in which other one is then a matter of a few comparisons, not of all with all. */
export class WordIndex {
  private readonly byWord = new Map<string, number[]>();

  /** @param wordsIn What is taken for a text's words. */
  constructor(texts: readonly string[], wordsIn: (text: string) => Iterable<string> = wordsOf) {
    for (const [index, text] of texts.entries())
      for (const word of new Set(wordsIn(text))) {
        const known = this.byWord.get(word);
        if (known) known.push(index);
        else this.byWord.set(word, [index]);
      }
  }

  /** The texts that hold a word, by their numbers in rising order. */
  holding(word: string): readonly number[] {
    return this.byWord.get(word) ?? [];
  }

  /** The texts that hold that word of a text which fewest hold, by their numbers in rising order. */
  sharingRarest(text: string): readonly number[] {
    let fewest: readonly number[] | undefined;
    for (const word of wordsOf(text)) {
      const holding = this.holding(word);
      if (fewest === undefined || holding.length < fewest.length) fewest = holding;
    }
    return fewest ?? [];
  }

  /** So many texts at most that hold any of some words, those with the rarest words first of all; by their numbers in rising order. */
  sharingAny(words: Iterable<string>, most: number): readonly number[] {
    const lists = [...words].map((word) => this.holding(word)).sort((left, right) => left.length - right.length);
    const chosen = new Set<number>();
    for (const list of lists)
      for (const number of list) {
        if (chosen.size >= most) break;
        chosen.add(number);
      }
    return [...chosen].sort((left, right) => left - right);
  }
}
