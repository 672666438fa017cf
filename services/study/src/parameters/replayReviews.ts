import { Rating, type Grade } from 'ts-fsrs';
import { defaultReviewSettings } from '@lectern/contracts';
import { dayOf } from '../reviews/learnerDay.ts';
import { fitParameters, keptBackOfLearners } from './fitParameters.ts';
import { defaultWeights, logLoss, predict, type History, type HistoryReview, type Prediction } from './predictionLoss.ts';

/** The accuracy of predictions. */
export interface PredictionQuality {
  name: string;
  /** Mean log loss, in nats. */
  logLoss: number;
  /** RMSE over bins of similar reviews: the difference between predicted and actual recall. */
  rmseBins: number;
  predictions: number;
}

const grades: readonly Grade[] = [Rating.Again, Rating.Hard, Rating.Good, Rating.Easy];
const dayMs = 24 * 60 * 60 * 1000;

/** How the days of a log are counted. A log does not contain the learner's time zone. */
export type DayCount = 'periods' | 'days';

/** Counts whole periods of 24 hours since the previous review, as py-fsrs does: a review after 22 hours is on the same day. */
const byPeriods = (reviews: readonly Omit<HistoryReview, 'day'>[]): HistoryReview[] => {
  let [day, last] = [0, reviews[0]?.at ?? 0];
  return reviews.map((review) => {
    day += Math.floor((review.at - last) / dayMs);
    last = review.at;
    return { ...review, day };
  });
};

/** Counts the days of a learner with default settings. */
const byDays = (reviews: readonly Omit<HistoryReview, 'day'>[]): HistoryReview[] =>
  reviews.map((review) => ({ ...review, day: dayOf(new Date(review.at), defaultReviewSettings) }));

/**
 * Parses a log of reviews with the columns card_id, review_rating (1 to 4), review_time (ISO 8601), in any order.
 *
 * @throws Error for another format
 */
export const readReviewLog = (csv: string, count: DayCount = 'periods'): History[] => {
  const withDays = count === 'periods' ? byPeriods : byDays;
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const columns = ['card_id', 'review_rating', 'review_time'].map((name) => header.split(',').indexOf(name));
  if (columns.includes(-1)) throw new Error('The log needs the columns card_id, review_rating and review_time.');
  const reviews = lines.map((line) => {
    const [card = '', rating = '', time = ''] = columns.map((column) => line.split(',')[column]);
    const grade = grades[Number(rating) - 1];
    const at = Date.parse(time);
    if (grade === undefined || Number.isNaN(at)) throw new Error(`Not a review: ${line}`);
    return { card, review: { rating: grade, at } };
  });
  return [...Map.groupBy(reviews, ({ card }) => card).values()].map((ofCard) => ({
    reviews: withDays(ofCard.map(({ review }) => review).toSorted((a, b) => a.at - b.at)),
  }));
};

/** Returns the bin of a number. Each bin is `base` times as wide as the previous one. */
const binOf = (value: number, factor: number, base: number): number =>
  value === 0 ? 0 : Math.round(factor * base ** Math.floor(Math.log(value) / Math.log(base)) * 100) / 100;

/** RMSE(bins), as in the benchmark of the FSRS project: bins by days since the last review, number of the review, and lapses. */
const rmseBins = (predictions: readonly Prediction[]): number => {
  const bins = Map.groupBy(predictions, ({ elapsed, index, lapses }) =>
    [binOf(elapsed, 2.48, 3.62), binOf(index + 1, 1.99, 1.89), binOf(lapses, 1.65, 1.73)].join(),
  );
  let sum = 0;
  for (const bin of bins.values()) {
    const difference = bin.reduce((total, { predicted, isRecalled }) => total + predicted - Number(isRecalled), 0) / bin.length;
    sum += bin.length * difference ** 2;
  }
  return Math.sqrt(sum / predictions.length);
};

/** Predicts with SM-2: nine tenths at the end of its interval. The first review and repetitions on the same day are not predicted. */
const predictBySm2 = ({ reviews }: History): Prediction[] => {
  const predictions: Prediction[] = [];
  let [ease, interval, repetitions, lapses] = [2.5, 1, 0, 0];
  let lastDay: number | undefined;
  for (const [index, { rating, day, at }] of reviews.entries()) {
    const elapsed = lastDay === undefined ? 0 : Math.max(0, day - lastDay);
    const isRecalled = rating !== Rating.Again;
    if (lastDay !== undefined && elapsed === 0) continue;
    if (elapsed > 0) predictions.push({ at, predicted: 0.9 ** (elapsed / interval), isRecalled, elapsed, index, lapses });
    const missing = 4 - rating;
    ease = Math.max(1.3, ease + 0.1 - missing * (0.08 + missing * 0.02));
    repetitions = isRecalled ? repetitions + 1 : 0;
    interval = repetitions <= 1 ? 1 : repetitions === 2 ? 6 : Math.round(interval * ease);
    if (!isRecalled && elapsed > 0) lapses += 1;
    lastDay = day;
  }
  return predictions;
};

/**
 * Predicts a log and its newest part in four ways: with FSRS's default parameters, with parameters fitted to all but the newest part, with SM-2,
 * and with the mean of all but the newest part.
 *
 * @param keptBack - the fraction of the predictions in the newest part
 * @throws Error if the log is too short
 */
export async function replayReviews(histories: readonly History[], keptBack = keptBackOfLearners): Promise<PredictionQuality[]> {
  const fit = await fitParameters(histories, keptBack);
  if (!fit) throw new Error('The log is too short to fit parameters to it.');
  const byDefault = histories.flatMap((history) => predict(history, defaultWeights));
  const cut = byDefault.map(({ at }) => at).sort((a, b) => a - b)[Math.floor(byDefault.length * (1 - keptBack))] ?? 0;
  const older = byDefault.filter(({ at }) => at < cut);
  const mean = older.filter(({ isRecalled }) => isRecalled).length / older.length;
  const ways: Record<string, Prediction[]> = {
    'FSRS-6, default parameters': byDefault,
    'FSRS-6, fitted parameters': histories.flatMap((history) => predict(history, fit.weights)),
    'SM-2': histories.flatMap((history) => predictBySm2(history)),
    'mean of the older reviews': byDefault.map((prediction) => ({ ...prediction, predicted: mean })),
  };
  const qualityOf = (name: string, of: readonly Prediction[]): PredictionQuality => ({
    name,
    logLoss: logLoss(of),
    rmseBins: rmseBins(of),
    predictions: of.length,
  });
  return [
    ...Object.entries(ways).map(([name, all]) => qualityOf(`${name}, whole log`, all)),
    ...Object.entries(ways).map(([name, all]) =>
      qualityOf(
        `${name}, newest ${Math.round(keptBack * 100)}%`,
        all.filter(({ at }) => at >= cut),
      ),
    ),
  ];
}
