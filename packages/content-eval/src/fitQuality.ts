/** Items that readers judged, as numbers: what describes each, and how good it is. */
export interface Judgements {
  /** The names of the features. */
  names: readonly string[];
  rows: readonly { deck: string; judgement: Judgement; features: readonly number[] }[];
}

const judgements = ['good', 'usable', 'bad'] as const;
export type Judgement = (typeof judgements)[number];

/** What a judgement is worth: an item that is usable is nearer to a bad one than to a good one. */
const worth: Readonly<Record<Judgement, number>> = { good: 1, usable: 0.4, bad: 0 };

/** A linear model of log-odds. */
export interface LinearModel {
  bias: number;
  weights: Readonly<Record<string, number>>;
}

/** How little the weights are pulled towards 0: chosen by cross-validation over decks, from 0.003 to 0.1. */
const freedom = 0.015;
const steps = 12;
const decimals = 4;

/** Reads `judgements/*.csv`: a judgement and a deck in front of the features. @throws Error for a row that is not so */
export function parseJudgements(csv: string): Judgements {
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.split(',').slice(2);
  return {
    names,
    rows: lines.map((line, index) => {
      const [judgement, deck = '', ...values] = line.split(',');
      const features = values.map(Number);
      const known = judgements.find((one) => one === judgement);
      if (!known || features.length !== names.length || features.some(Number.isNaN)) throw new Error(`Row ${index + 2} is no judgement.`);
      return { judgement: known, deck, features };
    }),
  };
}

/** Solves a system of linear equations with a symmetric, positive matrix by elimination; both arguments are used up. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const at = (row: number, column: number): number => matrix[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot += 1)
    for (let row = pivot + 1; row < size; row += 1) {
      const factor = at(row, pivot) / at(pivot, pivot);
      const target = matrix[row];
      if (factor === 0 || !target) continue;
      for (let column = pivot; column < size; column += 1) target[column] = at(row, column) - factor * at(pivot, column);
      right[row] = (right[row] ?? 0) - factor * (right[pivot] ?? 0);
    }
  for (let row = size - 1; row >= 0; row -= 1) {
    let value = right[row] ?? 0;
    for (let column = row + 1; column < size; column += 1) value -= at(row, column) * (right[column] ?? 0);
    right[row] = value / at(row, row);
  }
  return right;
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

/** Mean and spread of each feature. */
function scalesOf(names: readonly string[], rows: Judgements['rows']): { mean: number; spread: number }[] {
  return names.map((_, index) => {
    const mean = rows.reduce((sum, { features }) => sum + (features[index] ?? 0), 0) / rows.length;
    const spread = Math.sqrt(rows.reduce((sum, { features }) => sum + ((features[index] ?? 0) - mean) ** 2, 0) / rows.length);
    return { mean, spread: spread < 1e-6 ? 1 : spread };
  });
}

/** Logistic regression with a pull of the standardized weights towards 0, by Newton's method. The same judgements give the same model. */
export function fitQuality({ names, rows }: Judgements): LinearModel {
  const scales = scalesOf(names, rows);
  const inputs = rows.map(({ features }) =>
    Float64Array.from([1, ...features.map((value, index) => (value - (scales[index]?.mean ?? 0)) / (scales[index]?.spread ?? 1))]),
  );
  const targets = rows.map(({ judgement }) => worth[judgement]);
  const size = names.length + 1;
  let weights = new Float64Array(size);
  for (let step = 0; step < steps; step += 1) {
    const hessian = Array.from({ length: size }, (_, index) => {
      const row = new Float64Array(size);
      // The bias is not pulled.
      row[index] = index === 0 ? 0 : 1 / freedom;
      return row;
    });
    const slope = weights.map((weight, index) => (index === 0 ? 0 : -weight / freedom));
    inputs.forEach((input, item) => {
      const chance = logistic(input.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0));
      const error = (targets[item] ?? 0) - chance;
      const curve = chance * (1 - chance);
      for (let one = 0; one < size; one += 1) {
        const value = input[one] ?? 0;
        slope[one] = (slope[one] ?? 0) + error * value;
        const row = hessian[one];
        if (row && value !== 0)
          for (let other = 0; other < size; other += 1) row[other] = (row[other] ?? 0) + curve * value * (input[other] ?? 0);
      }
    });
    const change = solve(hessian, slope);
    weights = weights.map((weight, index) => weight + (change[index] ?? 0));
  }
  const plain = names.map((name, index): [string, number] => [name, (weights[index + 1] ?? 0) / (scales[index]?.spread ?? 1)]);
  const bias = plain.reduce((sum, [, weight], index) => sum - weight * (scales[index]?.mean ?? 0), weights[0] ?? 0);
  return {
    bias: rounded(bias),
    weights: Object.fromEntries(plain.map(([name, weight]) => [name, rounded(weight)]).filter(([, weight]) => weight !== 0)),
  };
}

const rounded = (value: number): number => Number(value.toFixed(decimals));

/** The log-odds that a model gives to features. */
const valueOf = ({ bias, weights }: LinearModel, names: readonly string[], features: readonly number[]): number =>
  names.reduce((sum, name, index) => sum + (weights[name] ?? 0) * (features[index] ?? 0), bias);

/** A range of quality, and how its items were judged. */
export interface QualityBand {
  from: number;
  count: number;
  shares: Readonly<Record<Judgement, number>>;
}

/** Where the ranges of quality begin. */
const bandStarts = [Number.NEGATIVE_INFINITY, -1, -0.4, 0, 0.4, 0.8] as const;
const folds = 10;

/** How items were judged by their quality, where the model has seen no item of their deck: each tenth of the decks is left out once. */
export function judgedByQuality({ names, rows }: Judgements): QualityBand[] {
  const decks = [...new Set(rows.map(({ deck }) => deck))];
  const judged = Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const isLeftOut = ({ deck }: { deck: string }): boolean => decks.indexOf(deck) % folds === fold;
    const model = fitQuality({ names, rows: rows.filter((row) => !isLeftOut(row)) });
    return rows.filter(isLeftOut).map(({ features, judgement }) => ({ judgement, value: valueOf(model, names, features) }));
  });
  return bandStarts.map((from, index) => {
    const to = bandStarts[index + 1] ?? Number.POSITIVE_INFINITY;
    const own = judged.filter(({ value }) => value >= from && value < to);
    const share = (judgement: Judgement): number => own.filter((one) => one.judgement === judgement).length / Math.max(1, own.length);
    return { from, count: own.length, shares: { good: share('good'), usable: share('usable'), bad: share('bad') } };
  });
}

const sourceOfModel = (name: string, doc: string, { bias, weights }: LinearModel): string =>
  [
    `/** ${doc} */`,
    `export const ${name}: QualityModel = {`,
    `  bias: ${bias},`,
    '  weights: {',
    ...Object.entries(weights).map(([feature, weight]) => `    '${feature}': ${weight},`),
    '  },',
    '};',
  ].join('\n');

/** The text of the engine's `qualityWeights.ts`. */
export const qualityWeightsSource = (questions: LinearModel, cards: LinearModel): string =>
  [
    "import type { QualityModel } from './QualityModel.ts';",
    sourceOfModel('questionWeights', 'Fitted by `npm run eval -- --fit-quality` to judgements of questions.', questions),
    sourceOfModel('cardWeights', 'Fitted by `npm run eval -- --fit-quality` to judgements of cards.', cards),
  ].join('\n\n') + '\n';
