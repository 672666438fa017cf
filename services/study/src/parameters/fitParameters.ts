import { computeParameters, FSRSBindingItem, FSRSBindingReview } from '@open-spaced-repetition/binding';
import { fitBounds } from './packedHistories.ts';
import { defaultWeights, logLoss, predict, withinBounds, type History } from './predictionLoss.ts';

/** Fitted parameters, and their accuracy on held-out reviews. */
export interface Fit {
  weights: number[];
  /** The log loss on the newest fifth of the predictions. */
  lossOfDefault: number;
  lossOfOwn: number;
}

/** The fraction of the predictions that is held out: the newest ones. */
export const keptBackOfLearners = 0.2;
/** The minimum number of predictions in each of the two sets; otherwise nothing is fitted. */
const fewestPredictions = 50;

/**
 * Creates the optimizer's input: for each prediction before `cut`, the reviews of its item up to the predicted one. Review objects are shared,
 * because each allocates memory outside the heap.
 */
export const trainingSetOf = (histories: readonly History[], cut: number): FSRSBindingItem[] =>
  histories.flatMap((history) => {
    const reviews = history.reviews
      .slice(0, fitBounds.reviewsPerItem)
      .map(({ rating, day }, index, all) => new FSRSBindingReview(rating, Math.max(0, day - (all[index - 1]?.day ?? day))));
    return predict(history, defaultWeights)
      .filter(({ at, index }) => at < cut && index < reviews.length)
      .map(({ index }) => new FSRSBindingItem(reviews.slice(0, index + 1)));
  });

/**
 * Fits the parameters of FSRS-6 to histories with the FSRS optimizer. Holds out the newest predictions.
 *
 * @returns `undefined` if there are too few reviews to fit or to evaluate
 */
export async function fitParameters(histories: readonly History[], keptBack = keptBackOfLearners): Promise<Fit | undefined> {
  const times = histories.flatMap((history) => predict(history, defaultWeights).map(({ at }) => at)).sort((a, b) => a - b);
  const cut = times[Math.floor(times.length * (1 - keptBack))] ?? 0;
  const trainingSet = trainingSetOf(histories, cut);
  const lossWith = (weights: readonly number[]): number =>
    logLoss(histories.flatMap((history) => predict(history, weights).filter(({ at }) => at >= cut)));
  if (trainingSet.length < fewestPredictions || times.length - trainingSet.length < fewestPredictions) return undefined;
  const weights = withinBounds(await computeParameters(trainingSet, { enableShortTerm: true, numRelearningSteps: 1 }));
  return { weights, lossOfDefault: lossWith(defaultWeights), lossOfOwn: lossWith(weights) };
}
