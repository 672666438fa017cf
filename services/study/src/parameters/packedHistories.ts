import type { Grade } from 'ts-fsrs';
import type { History } from './predictionLoss.ts';

/** The maximum input of a fit, so that the optimizer's time and memory are bounded. */
export const fitBounds = {
  /**
   * The first reviews of an item. The optimizer reads each review with all previous ones, so its input is linear in the number of items and quadratic
   * in this number. FSRS needs an item's first review to compute its memory, so only the newest reviews would say little; FSRS's own optimizer
   * also cuts the end of a long history. Few items have this many reviews.
   */
  reviewsPerItem: 64,
  /** The number of used reviews of all items. */
  reviews: 50_000,
  /** Stops reading items after this many reviews. */
  readReviews: 200_000,
} as const;

/** Histories in four arrays, because sending 50,000 objects to another process is slow. */
export interface PackedHistories {
  /** The number of reviews per item. */
  lengths: Uint32Array;
  ratings: Uint8Array;
  days: Int32Array;
  times: Float64Array;
}

export const packHistories = (histories: readonly History[]): PackedHistories => {
  const count = histories.reduce((sum, { reviews }) => sum + reviews.length, 0);
  const packed: PackedHistories = {
    lengths: Uint32Array.from(histories, ({ reviews }) => reviews.length),
    ratings: new Uint8Array(count),
    days: new Int32Array(count),
    times: new Float64Array(count),
  };
  let index = 0;
  for (const { reviews } of histories)
    for (const { rating, day, at } of reviews) {
      packed.ratings[index] = rating;
      packed.days[index] = day;
      packed.times[index] = at;
      index += 1;
    }
  return packed;
};

export const unpackHistories = ({ lengths, ratings, days, times }: PackedHistories): History[] => {
  let index = 0;
  return Array.from(lengths, (length) => ({
    reviews: Array.from({ length }, () => {
      const review = { rating: ratings[index] as Grade, day: days[index] ?? 0, at: times[index] ?? 0 };
      index += 1;
      return review;
    }),
  }));
};
