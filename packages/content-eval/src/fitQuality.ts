import { qualityBy, type QualityModel } from '@lectern/study-content/items';
import { Matrix, solve } from 'ml-matrix';
import type { JudgedItem, Judgement } from './judgements.ts';
import { scaleOf, standardize } from './standardize.ts';

/** The chance of being good that the model is to give: an item that is usable is nearer to a bad one than to a good one. */
const targets: Readonly<Record<Judgement, number>> = { good: 1, usable: 0.4, bad: 0 };

/** How little the weights are pulled towards 0: chosen by cross-validation over decks, from 0.002 to 0.05. */
const freedom = 0.005;
/** Newton's method has converged when no weight changes by more; the weights are rounded to fewer decimals. */
const converged = 1e-9;
const mostSteps = 12;
const decimals = 4;

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

/** Logistic regression by Newton's method; all weights but those of the first columns are pulled towards 0. */
function fitLogistic(inputs: readonly (readonly number[])[], wanted: readonly number[], unpulled: number): number[] {
  const rows = new Matrix(inputs.map((row) => [...row]));
  const size = rows.columns;
  const columns = rows.transpose();
  const pull = Matrix.diag(Array.from({ length: size }, (_, index) => (index < unpulled ? 0 : 1 / freedom)));
  let weights = Matrix.zeros(size, 1);
  for (let step = 0; step < mostSteps; step += 1) {
    const chances = rows.mmul(weights).to1DArray().map(logistic);
    const errors = Matrix.columnVector(chances.map((chance, index) => (wanted[index] ?? 0) - chance));
    const slope = columns.mmul(errors).sub(pull.mmul(weights));
    const curved = rows.clone().mulColumnVector(chances.map((chance) => chance * (1 - chance)));
    const change = solve(columns.mmul(curved).add(pull), slope);
    weights = weights.add(change);
    if (change.to1DArray().every((each) => Math.abs(each) < converged)) break;
  }
  return weights.to1DArray();
}

/** What an item has where a feature did not exist when it was judged: no other kind of ask, and the mean of all else. */
const missing = (name: string): number | undefined => (name.startsWith('kind: ') ? 0 : undefined);

/**
 * Fits the weights of features to judgements. Readers differ in how strict they are, so each has a bias of its own; the model has their mean.
 * The same judgements give the same model.
 */
export function fitQuality(items: readonly JudgedItem[]): QualityModel {
  const readers = [...new Set(items.map(({ reader }) => reader))];
  const names = [...new Set(items.flatMap(({ features }) => Object.keys(features)))].sort();
  const scales = new Map(names.map((name) => [name, scaleOf(items.flatMap(({ features }) => features[name] ?? missing(name) ?? []))]));
  const scaled = (name: string, value: number | undefined): number => {
    const scale = scales.get(name);
    return scale === undefined || value === undefined ? 0 : standardize(value, scale);
  };
  const inputs = items.map(({ reader, features }) => [
    ...readers.map((one) => (one === reader ? 1 : 0)),
    ...names.map((name) => scaled(name, features[name] ?? missing(name))),
  ]);
  const fitted = fitLogistic(
    inputs,
    items.map(({ judgement }) => targets[judgement]),
    readers.length,
  );
  const weights = names.map((name, index): [string, number] => [
    name,
    (fitted[readers.length + index] ?? 0) * (scales.get(name)?.factor ?? 0),
  ]);
  const strictness = fitted.slice(0, readers.length).reduce((sum, bias) => sum + bias, 0) / Math.max(1, readers.length);
  const bias = weights.reduce((sum, [name, weight]) => sum - weight * (scales.get(name)?.mean ?? 0), strictness);
  return {
    bias: rounded(bias),
    weights: Object.fromEntries(weights.map(([name, weight]) => [name, rounded(weight)]).filter(([, weight]) => weight !== 0)),
  };
}

const rounded = (value: number): number => Number(value.toFixed(decimals));

/** An item with the quality that a model gives it which has seen no item of its deck. */
export interface UnseenItem extends JudgedItem {
  quality: number;
}

const folds = 10;

/** Gives each item the quality of a model that was fitted without its deck: each tenth of the decks is left out once. */
export function qualityUnseen(items: readonly JudgedItem[]): UnseenItem[] {
  const decks = [...new Set(items.map(({ deck }) => deck))];
  const foldOf = new Map(decks.map((deck, index) => [deck, index % folds]));
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const isLeftOut = ({ deck }: JudgedItem): boolean => foldOf.get(deck) === fold;
    const leftOut = items.filter(isLeftOut);
    if (leftOut.length === 0) return [];
    const model = fitQuality(items.filter((item) => !isLeftOut(item)));
    return leftOut.map((item) => ({ ...item, quality: qualityBy(model, item.features) }));
  });
}

/** A range of quality, and how its items were judged. */
export interface QualityBand {
  from: number;
  count: number;
  shares: Readonly<Record<Judgement, number>>;
}

/** Where the ranges of quality begin. */
const bandStarts = [Number.NEGATIVE_INFINITY, -2, -1.5, -1, -0.5, 0, 0.5] as const;

/** How items were judged, by their quality. */
export const bandsOf = (items: readonly UnseenItem[]): QualityBand[] =>
  bandStarts.map((from, index) => {
    const to = bandStarts[index + 1] ?? Number.POSITIVE_INFINITY;
    const own = items.filter(({ quality }) => quality >= from && quality < to);
    const share = (judgement: Judgement): number => own.filter((one) => one.judgement === judgement).length / Math.max(1, own.length);
    return { from, count: own.length, shares: { good: share('good'), usable: share('usable'), bad: share('bad') } };
  });

/** How often a good item has more quality than one that is not good (area under the curve): 0.5 is chance, 1 is always. */
export function areaUnderCurve(items: readonly UnseenItem[]): number {
  const [good, others] = [items.filter(({ judgement }) => judgement === 'good'), items.filter(({ judgement }) => judgement !== 'good')];
  const wins = good.reduce(
    (sum, { quality }) => sum + others.reduce((own, other) => own + (quality > other.quality ? 1 : quality === other.quality ? 0.5 : 0), 0),
    0,
  );
  return wins / (good.length * others.length);
}

const sourceOfModel = (name: string, doc: string, { bias, weights }: QualityModel): string =>
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
export const qualityWeightsSource = (questions: QualityModel, cards: QualityModel): string =>
  [
    "import type { QualityModel } from './QualityModel.ts';",
    sourceOfModel('questionWeights', 'Fitted by `npm run eval -- --fit-quality` to judgements of questions.', questions),
    sourceOfModel('cardWeights', 'Fitted by `npm run eval -- --fit-quality` to judgements of cards.', cards),
  ].join('\n\n') + '\n';
