/** The answer to a card: 1 again, 2 hard, 3 good, 4 easy. */
export type AnkiEase = 1 | 2 | 3 | 4;

/** One review of a card. */
export interface AnkiReview {
  at: Date;
  ease: AnkiEase;
  durationMs: number;
}

/** The schedule of a card that was reviewed. */
export interface AnkiSchedule {
  state: 'learning' | 'review' | 'relearning';
  due: Date;
  /** Days until the recall falls to 90 percent, by FSRS. */
  stability: number;
  /** 1 to 10, by FSRS. */
  difficulty: number;
  reps: number;
  lapses: number;
}

/** A picture that is shown on a side, or below the source. */
export interface AnkiPicture {
  /** Its name in Anki's media folder, which all packages share: files with different content need different names. */
  fileName: string;
  /** The alternative text. */
  alt: string;
  /** Left out, it is below the source. */
  side?: 'front' | 'back' | undefined;
  /** Undefined when the package has no room for it. The alternative text is shown instead. */
  bytes: Uint8Array | undefined;
}

export interface AnkiCard {
  /** The same in every export, so that an import updates the card. */
  id: string;
  front: string;
  back: string;
  /** Shown on request before the answer. */
  hint?: string | undefined;
  source: string;
  pictures: readonly AnkiPicture[];
  tags: readonly string[];
  isSuspended: boolean;
  /** Undefined for a card that was never reviewed. */
  schedule: AnkiSchedule | undefined;
  /** Oldest first. */
  reviews: readonly AnkiReview[];
}

export interface AnkiDeck {
  id: string;
  title: string;
  /** The names from the outermost deck to this one. Left out, the title says them. */
  path?: readonly string[] | undefined;
  cards: readonly AnkiCard[];
  /** 0 to 1. */
  desiredRetention: number;
}
