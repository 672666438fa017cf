/** Limits of a file. The contract requires the first three; the others limit the time and memory of reading. */
export interface DeckLimits {
  entries: number;
  unpackedBytes: number;
  /** Unpacked bytes for each packed one, over the whole file and in each part that is larger than `ratioFromBytes`. */
  ratio: number;
  /** A file or part of at most as many unpacked bytes may have any ratio: XML that repeats itself is packed 300-fold, and costs little. */
  ratioFromBytes: number;
  /** Unpacked bytes of one part that is read. */
  partBytes: number;
  /** Unpacked bytes of all parts that are read, each time that one is read. */
  readBytes: number;
  /** Tags and attributes of all parts, counted at each read. The cost of parsing depends on them more than on the text. */
  readMarks: number;
  slides: number;
  /** Letters of all paragraphs: two and a half times the limit of pasted text. A lecture has about ten thousand. */
  letters: number;
  /** CPU time for the whole file. */
  milliseconds: number;
  /** Nesting of elements in a part. */
  depth: number;
}

export const deckLimits: DeckLimits = {
  entries: 10_000,
  unpackedBytes: 500 * 1024 * 1024,
  ratio: 200,
  ratioFromBytes: 16 * 1024 * 1024,
  partBytes: 64 * 1024 * 1024,
  readBytes: 96 * 1024 * 1024,
  readMarks: 2_000_000,
  slides: 3_000,
  letters: 2_500_000,
  milliseconds: 1_500,
  depth: 200,
};
