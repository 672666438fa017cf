import { clipParameters, default_w, FSRSAlgorithm, Rating, type Grade } from 'ts-fsrs';

/** The reviews of one item, oldest first. */
export interface History {
  reviews: readonly HistoryReview[];
}

export interface HistoryReview {
  rating: Grade;
  /** The learner's day, in days since 1970-01-01. */
  day: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** A predicted probability of recall, and whether the learner recalled the item. */
export interface Prediction {
  at: number;
  predicted: number;
  isRecalled: boolean;
  /** About the predicted review: the days since the previous one, its index from 0, the number of lapses before it. */
  elapsed: number;
  index: number;
  lapses: number;
}

/** FSRS-6 with its default parameters. */
export const defaultWeights: readonly number[] = default_w;

/** Clips parameters to the bounds of FSRS. */
export const withinBounds = (weights: readonly number[]): number[] => clipParameters([...weights], 1);

/** Predicts each review with FSRS. The first review of an item and repetitions on the same day are not predicted. */
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

/** Returns the mean log loss of predictions, in nats. Lower is better. */
export const logLoss = (predictions: readonly Pick<Prediction, 'predicted' | 'isRecalled'>[]): number => {
  const lossOf = ({ predicted, isRecalled }: Pick<Prediction, 'predicted' | 'isRecalled'>): number =>
    -Math.log(Math.max(smallest, isRecalled ? predicted : 1 - predicted));
  return predictions.reduce((sum, each) => sum + lossOf(each), 0) / predictions.length;
};
