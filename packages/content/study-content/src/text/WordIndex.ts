import { appendTo } from './collections.ts';
import { wordsOf } from './words.ts';

/** Inverted index from word to texts, so that a text is compared with a few others instead of all. */
export class WordIndex {
  private readonly byWord = new Map<string, number[]>();

  /** @param wordsIn - Splits a text into its index terms. */
  constructor(texts: readonly string[], wordsIn: (text: string) => Iterable<string> = wordsOf) {
    for (const [index, text] of texts.entries()) for (const word of new Set(wordsIn(text))) appendTo(this.byWord, word, index);
  }

  /** Indexes of the texts that contain a word, ascending. */
  textsWith(word: string): readonly number[] {
    return this.byWord.get(word) ?? [];
  }

  /** Indexes of at most `most` texts that share any of the words, ascending. Texts with the rarest words win. */
  textsSharing(words: Iterable<string>, most: number): readonly number[] {
    const lists = [...words].map((word) => this.textsWith(word)).sort((left, right) => left.length - right.length);
    const chosen = new Set<number>();
    for (const list of lists)
      for (const number of list) {
        if (chosen.size >= most) break;
        chosen.add(number);
      }
    return [...chosen].sort((left, right) => left - right);
  }
}
