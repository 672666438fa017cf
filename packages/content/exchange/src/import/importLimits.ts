/** Limits of a file with cards. They bound time, memory, and what one call stores. */
export const importLimits = {
  /** Files in a package: the collection, pictures and sounds. */
  entries: 50_000,
  /** Unpacked. A collection of 50,000 notes has about 50 MB. */
  collectionBytes: 128 * 1024 * 1024,
  pictures: 500,
  pictureBytes: 10 * 1024 * 1024,
  picturesBytes: 50 * 1024 * 1024,
  /** Bytes of the list of media. */
  mediaListBytes: 8 * 1024 * 1024,
  /** Bytes of one value in a collection. The note types of a large old collection have a few megabytes. */
  valueBytes: 16 * 1024 * 1024,
  /** Characters of a note, and of a side as HTML. */
  noteCharacters: 100_000,
  noteTypes: 2_000,
  cards: 10_000,
  decks: 100,
  /** Reviews of all cards. */
  reviews: 100_000,
  /** Rows of the review log inspected. It may contain reviews of other cards. */
  reviewRows: 1_000_000,
  textCharacters: 20_000_000,
  /** Cells of a line. */
  columns: 100,
} as const;
