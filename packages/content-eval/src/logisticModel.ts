import { shuffled } from './shuffled.ts';
import { scaleOf, standardize } from './standardize.ts';

/** A question for the model: a row of features for each option, and the index of the key. */
export interface Choice {
  features: readonly (readonly number[])[];
  key: number;
}

const steps = 200;
const rate = 0.6;
/** L2 regularisation, against overfitting to few items. */
const pull = 0.02;

/** Questions as flat arrays, for speed: the loops below run some hundred million times. */
interface Table {
  width: number;
  /** All rows one after another. */
  values: Float64Array;
  /** Where each question's rows begin, and after the last one where they end. */
  starts: Int32Array;
  /** The row of each question's key. */
  keys: Int32Array;
}

function tableOf(choices: readonly Choice[], scale: (value: number, index: number) => number): Table {
  const width = choices[0]?.features[0]?.length ?? 0;
  const starts = new Int32Array(choices.length + 1);
  choices.forEach(({ features }, index) => {
    starts[index + 1] = (starts[index] ?? 0) + features.length;
  });
  const values = new Float64Array((starts.at(-1) ?? 0) * width);
  const keys = new Int32Array(choices.length);
  choices.forEach(({ features, key }, index) => {
    const start = starts[index] ?? 0;
    keys[index] = start + key;
    features.forEach((row, option) => {
      row.forEach((value, column) => {
        values[(start + option) * width + column] = scale(value, column);
      });
    });
  });
  return { width, values, starts, keys };
}

/** The score of a row. */
function scoreOf({ width, values }: Table, weights: Float64Array, row: number): number {
  let score = 0;
  for (let column = 0; column < width; column += 1) score += (weights[column] ?? 0) * (values[row * width + column] ?? 0);
  return score;
}

/** The score of each row of a question; the first row is `from`. */
const scoresOf = (table: Table, weights: Float64Array, from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => scoreOf(table, weights, from + index));

/** Logistic regression over the options of a question (conditional logit), by gradient descent. */
function fitWeights(table: Table): Float64Array {
  const { width, values, starts, keys } = table;
  const weights = new Float64Array(width);
  const slope = new Float64Array(width);
  // Those of one question at a time: a list for each question of each step would take longer than the sums.
  const scores = new Float64Array(starts.at(-1) ?? 0);
  for (let step = 0; step < steps; step += 1) {
    for (let column = 0; column < width; column += 1) slope[column] = -pull * (weights[column] ?? 0);
    for (let question = 0; question < keys.length; question += 1) {
      const [from, to] = [starts[question] ?? 0, starts[question + 1] ?? 0];
      let highest = Number.NEGATIVE_INFINITY;
      for (let row = from; row < to; row += 1) {
        const score = scoreOf(table, weights, row);
        scores[row] = score;
        if (score > highest) highest = score;
      }
      let sum = 0;
      for (let row = from; row < to; row += 1) sum += Math.exp((scores[row] ?? 0) - highest);
      for (let row = from; row < to; row += 1) {
        const chance = Math.exp((scores[row] ?? 0) - highest) / sum;
        const error = ((row === keys[question] ? 1 : 0) - chance) / keys.length;
        for (let column = 0; column < width; column += 1)
          slope[column] = (slope[column] ?? 0) + error * (values[row * width + column] ?? 0);
      }
    }
    for (let column = 0; column < width; column += 1) weights[column] = (weights[column] ?? 0) + rate * (slope[column] ?? 0);
  }
  return weights;
}

/** Standardizes features by the mean and spread of the training set. */
function scaleBy(choices: readonly Choice[]): (value: number, index: number) => number {
  const rows = choices.flatMap(({ features }) => features);
  const scales = (rows[0] ?? []).map((_, index) => scaleOf(rows.map((row) => row[index] ?? 0)));
  return (value, index) => {
    const scale = scales[index];
    return scale ? standardize(value, scale) : 0;
  };
}

/** How often the model chooses the key; options it cannot tell apart share the hit. */
function hitsOf(table: Table, weights: Float64Array): number {
  let hits = 0;
  table.keys.forEach((key, question) => {
    const from = table.starts[question] ?? 0;
    const scores = scoresOf(table, weights, from, table.starts[question + 1] ?? 0);
    const highest = scores.reduce((left, right) => Math.max(left, right), -Infinity);
    const best = scores.filter((score) => score > highest - 1e-9).length;
    if ((scores[key - from] ?? 0) > highest - 1e-9) hits += 1 / best;
  });
  return hits;
}

/** The mean hit rate of repeated k-fold cross-validation. */
export function crossValidatedHitRate(
  choices: readonly Choice[],
  { random, folds = 5, repeats = 3 }: { random: () => number; folds?: number; repeats?: number },
): number {
  let hits = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const order = shuffled(choices, random);
    for (let fold = 0; fold < folds; fold += 1) {
      const learnt = order.filter((_, index) => index % folds !== fold);
      const tried = order.filter((_, index) => index % folds === fold);
      const scale = scaleBy(learnt);
      hits += hitsOf(tableOf(tried, scale), fitWeights(tableOf(learnt, scale)));
    }
  }
  return hits / (choices.length * repeats);
}
