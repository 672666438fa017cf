/** 1 again, 2 hard, 3 good, 4 easy. */
export type AnkiEase = 1 | 2 | 3 | 4;

export interface AnkiReview {
  at: Date;
  ease: AnkiEase;
  durationMs: number;
}

export interface AnkiSchedule {
  state: 'learning' | 'review' | 'relearning';
  due: Date;
  /** In days, by FSRS: the time until recall falls to 90 percent. */
  stability: number;
  /** 1 to 10, by FSRS. */
  difficulty: number;
  reps: number;
  lapses: number;
}

export interface AnkiPicture {
  /** Its name in Anki's media folder, which all packages share: different content needs different names. */
  fileName: string;
  alt: string;
  /** Defaults to below the source. */
  side?: 'front' | 'back' | undefined;
  /** Undefined if the package has no room for it. The alternative text is shown instead. */
  bytes: Uint8Array | undefined;
}

export interface AnkiCard {
  /** Stable across exports, so that an import updates the card. */
  id: string;
  front: string;
  back: string;
  /** Shown on request before the answer. */
  hint?: string | undefined;
  source: string;
  pictures: readonly AnkiPicture[];
  tags: readonly string[];
  isSuspended: boolean;
  /** Undefined for a card without reviews. */
  schedule: AnkiSchedule | undefined;
  /** Oldest first. */
  reviews: readonly AnkiReview[];
}

export interface AnkiDeck {
  id: string;
  title: string;
  /** Names from the outermost deck to this one. Defaults to the title's path. */
  path?: readonly string[] | undefined;
  cards: readonly AnkiCard[];
  /** 0 to 1. */
  desiredRetention: number;
}
