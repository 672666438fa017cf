import { mean, shuffled } from './check.ts';

/** A question: a row of features per option, and the index of the key. */
export interface Choice {
  features: readonly (readonly number[])[];
  key: number;
}

const steps = 200;
const rate = 0.6;
/** L2 regularisation strength, against overfitting to few items. */
const pull = 0.02;
const folds = 5;
const repeats = 3;

/** The dot product, as a plain loop because a fit runs it millions of times. */
function scoreOf(weights: readonly number[], row: readonly number[]): number {
  let score = 0;
  for (let column = 0; column < weights.length; column += 1) score += (weights[column] ?? 0) * (row[column] ?? 0);
  return score;
}

/** The probability of each option to be the key (softmax). */
function chancesOf(weights: readonly number[], features: Choice['features']): number[] {
  const scores = features.map((row) => scoreOf(weights, row));
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((left, right) => left + right, 0);
  return powers.map((power) => power / sum);
}

/** Fits a logistic regression over the options of a question (conditional logit) by gradient descent. */
function fitWeights(choices: readonly Choice[]): number[] {
  const weights = (choices[0]?.features[0] ?? []).map(() => 0);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight) => -pull * weight);
    for (const { features, key } of choices) {
      const chances = chancesOf(weights, features);
      for (const [option, row] of features.entries()) {
        const error = ((option === key ? 1 : 0) - (chances[option] ?? 0)) / choices.length;
        for (let column = 0; column < row.length; column += 1) slope[column] = (slope[column] ?? 0) + error * (row[column] ?? 0);
      }
    }
    for (const [column, change] of slope.entries()) weights[column] = (weights[column] ?? 0) + rate * change;
  }
  return weights;
}

/** Returns a function that standardises features by the training set. Constant features become 0. */
function scaleBy(choices: readonly Choice[]): (choice: Choice) => Choice {
  const rows = choices.flatMap(({ features }) => features);
  const scales = (rows[0] ?? []).map((_, column) => {
    const values = rows.map((row) => row[column] ?? 0);
    const middle = mean(values);
    const spread = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
    return { middle, factor: spread < 1e-6 ? 0 : 1 / spread };
  });
  return ({ features, key }) => ({
    key,
    features: features.map((row) => scales.map(({ middle, factor }, column) => ((row[column] ?? 0) - middle) * factor)),
  });
}

/** The probability that the model picks the key. Tied options share the hit. */
function hitOf(weights: readonly number[], { features, key }: Choice): number {
  const scores = features.map((row) => scoreOf(weights, row));
  const best = Math.max(...scores) - 1e-9;
  return (scores[key] ?? 0) > best ? 1 / scores.filter((score) => score > best).length : 0;
}

/** The mean hit rate of repeated k-fold cross-validation. */
export function crossValidatedHitRate(choices: readonly Choice[], random: () => number): number {
  const hits: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const order = shuffled(choices, random);
    for (let fold = 0; fold < folds; fold += 1) {
      const learnt = order.filter((_, index) => index % folds !== fold);
      const tried = order.filter((_, index) => index % folds === fold);
      const scale = scaleBy(learnt);
      const weights = fitWeights(learnt.map(scale));
      hits.push(...tried.map((choice) => hitOf(weights, scale(choice))));
    }
  }
  return mean(hits);
}
