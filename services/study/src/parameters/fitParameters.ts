import { computeParameters, FSRSBindingItem, FSRSBindingReview } from '@open-spaced-repetition/binding';
import { defaultWeights, logLoss, predict, withinBounds, type History } from './predictionLoss.ts';

/** Fitted parameters, and how well they predict reviews that they were not fitted to. */
export interface Fit {
  weights: number[];
  /** Log loss on the newest fifth of the predictions. */
  lossOfDefault: number;
  lossOfOwn: number;
}

/** The share of the predictions that is held out: the newest ones. */
export const keptBackOfLearners = 0.2;
/** With fewer predictions on either side nothing is fitted. */
const fewestPredictions = 50;

/** The reviews of an item up to one of them, as the optimizer takes them. */
const asTrainingItem = ({ reviews }: History, index: number): FSRSBindingItem =>
  new FSRSBindingItem(
    reviews
      .slice(0, index + 1)
      .map(
        ({ rating, day }, position) =>
          new FSRSBindingReview(rating, position === 0 ? 0 : Math.max(0, day - (reviews[position - 1]?.day ?? day))),
      ),
  );

/**
 * Fits the parameters of FSRS-6 to histories, with the optimizer of FSRS. The newest predictions are held out.
 * @returns `undefined` when there is too little to fit on or to compare with
 */
export async function fitParameters(histories: readonly History[], keptBack = keptBackOfLearners): Promise<Fit | undefined> {
  const times = histories.flatMap((history) => predict(history, defaultWeights).map(({ at }) => at)).sort((a, b) => a - b);
  const cut = times[Math.floor(times.length * (1 - keptBack))] ?? 0;
  const trainingSet = histories.flatMap((history) =>
    predict(history, defaultWeights)
      .filter(({ at }) => at < cut)
      .map(({ index }) => asTrainingItem(history, index)),
  );
  const lossWith = (weights: readonly number[]): number =>
    logLoss(histories.flatMap((history) => predict(history, weights).filter(({ at }) => at >= cut)));
  if (trainingSet.length < fewestPredictions || times.length - trainingSet.length < fewestPredictions) return undefined;
  const weights = withinBounds(await computeParameters(trainingSet, { enableShortTerm: true, numRelearningSteps: 1 }));
  return { weights, lossOfDefault: lossWith(defaultWeights), lossOfOwn: lossWith(weights) };
}
