/** Limits of a package. Sizes and counts are checked before unpacking; the others bound the time and memory of reading. */
export const deckLimits = {
  entries: 10_000,
  unpackedBytes: 500 * 1024 * 1024,
  /** Unpacked bytes per packed byte, in the whole file and in each part above `ratioFromBytes`. */
  ratio: 200,
  /** Up to this many unpacked bytes, any ratio is allowed: repetitive XML packs 300-fold and costs little. */
  ratioFromBytes: 16 * 1024 * 1024,
  /** Unpacked bytes of one part. */
  partBytes: 64 * 1024 * 1024,
  /** Unpacked bytes of all parts, counted at each reading. */
  readBytes: 96 * 1024 * 1024,
  /** Tags and attributes of all parts, counted at each reading. The cost of parsing depends on them more than on the text. */
  readMarks: 2_000_000,
  slides: 3_000,
  /** Letters of all paragraphs: two and a half times the limit of pasted text. A lecture has about ten thousand. */
  letters: 2_500_000,
  /** CPU time for the whole file. */
  milliseconds: 1_500,
  /** Nesting of elements in a part. */
  depth: 200,
};

export type DeckLimits = typeof deckLimits;
