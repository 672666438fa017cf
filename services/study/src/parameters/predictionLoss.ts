import { clipParameters, default_w, FSRSAlgorithm, Rating, type Grade } from 'ts-fsrs';

/** The reviews of one item, the oldest first. */
export interface History {
  reviews: readonly HistoryReview[];
}

export interface HistoryReview {
  rating: Grade;
  /** The learner's day, as a number of days since 1970-01-01. */
  day: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** A predicted probability of recall, and whether the item was recalled. */
export interface Prediction {
  at: number;
  predicted: number;
  isRecalled: boolean;
  /** Of the review that was predicted: days since the last one, its number from 0, lapses before it. */
  elapsed: number;
  index: number;
  lapses: number;
}

/** FSRS-6 with its default parameters. */
export const defaultWeights: readonly number[] = default_w;

/** The parameters within the bounds of FSRS. */
export const withinBounds = (weights: readonly number[]): number[] => clipParameters([...weights], 1);

/** What FSRS predicts before each review. The first review of an item and repetitions on the same day are not predicted. */
export const predict = ({ reviews }: History, weights: readonly number[]): Prediction[] => {
  const algorithm = new FSRSAlgorithm({ w: [...weights] });
  const predictions: Prediction[] = [];
  let state: { stability: number; difficulty: number } | null = null;
  let [lastDay, lapses] = [0, 0];
  for (const [index, { rating, day, at }] of reviews.entries()) {
    const elapsed = state ? Math.max(0, day - lastDay) : 0;
    const isRecalled = rating !== Rating.Again;
    if (state && elapsed > 0)
      predictions.push({ at, predicted: algorithm.forgetting_curve(elapsed, state.stability), isRecalled, elapsed, index, lapses });
    state = algorithm.next_state(state, elapsed, rating);
    if (!isRecalled && elapsed > 0) lapses += 1;
    lastDay = day;
  }
  return predictions;
};

/** Keeps the logarithm finite. */
const smallest = 1e-4;

/** The mean log loss of predictions, in nats: the lower the better. */
export const logLoss = (predictions: readonly Pick<Prediction, 'predicted' | 'isRecalled'>[]): number => {
  const lossOf = ({ predicted, isRecalled }: Pick<Prediction, 'predicted' | 'isRecalled'>): number =>
    -Math.log(Math.max(smallest, isRecalled ? predicted : 1 - predicted));
  return predictions.reduce((sum, each) => sum + lossOf(each), 0) / predictions.length;
};
