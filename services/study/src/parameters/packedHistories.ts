import type { Grade } from 'ts-fsrs';
import type { History } from './predictionLoss.ts';

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
