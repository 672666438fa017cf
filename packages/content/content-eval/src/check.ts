import type { EvaluatedDeck } from './evaluateDeck.ts';

/** Some checks have different thresholds for a model and the offline engine. */
export type EngineKind = 'model' | 'offline';

/** Inclusive bounds. */
export interface Bound {
  least?: number;
  most?: number;
}

/** A failed item and the reason. */
export interface Finding {
  deck: string;
  item: string;
  text: string;
}

export interface Measurement {
  /** `undefined` if there was nothing to measure. */
  value: number | undefined;
  n: number;
  /** Absent if there was nothing to measure. */
  bound?: Bound;
  /** False if there are too few items for a verdict, so that the value is only information. */
  isJudged: boolean;
  findings: Finding[];
}

/** A line of the table. `measure` works for one deck and for all together. */
export interface Check {
  /** As used by the gate and the metrics. */
  id: string;
  title: string;
  /** A HARD check: the evaluation fails if any item fails it. */
  hard: boolean;
  /** Unit of the value: failed items, a share, or a plain number. */
  unit: 'count' | 'percent' | 'number';
  measure(decks: readonly EvaluatedDeck[], engine: EngineKind): Measurement;
}

/** Minimum number of items for judging a share. */
export const enoughItems = 200;

export type Verdict = 'pass' | 'fail' | 'info' | 'none';

export function verdictOf({ value, bound, isJudged }: Measurement): Verdict {
  if (value === undefined) return 'none';
  if (!bound || !isJudged) return 'info';
  // Tolerates rounding errors.
  const slack = 1e-9;
  return value >= (bound.least ?? -Infinity) - slack && value <= (bound.most ?? Infinity) + slack ? 'pass' : 'fail';
}

/** One bound for both engines, or one each. */
type Bounds = Bound | Record<EngineKind, Bound>;
const boundFor = (bounds: Bounds, engine: EngineKind): Bound => ('model' in bounds ? bounds[engine] : bounds);

/** A part of a deck that is checked on its own. */
export interface Subject<Item> {
  item: string;
  of: Item;
}

type Subjects<Item> = (deck: EvaluatedDeck) => Subject<Item>[];
/** Returns why an item fails, or `undefined` if it passes. */
type Fault<Item> = (of: Item, deck: EvaluatedDeck) => string | undefined;

function examine<Item>(decks: readonly EvaluatedDeck[], subjects: Subjects<Item>, fault: Fault<Item>): { n: number; findings: Finding[] } {
  const all = decks.flatMap((deck) => subjects(deck).map(({ item, of }) => ({ deck: deck.name, item, text: fault(of, deck) })));
  return { n: all.length, findings: all.flatMap(({ text, ...rest }) => (text === undefined ? [] : [{ ...rest, text }])) };
}

/** Defines a check that no item may fail. */
export const none = <Item>(
  { id, title, hard = false }: { id: string; title: string; hard?: boolean },
  subjects: Subjects<Item>,
  fault: Fault<Item>,
): Check => ({
  id,
  title,
  hard,
  unit: 'count',
  measure: (decks) => {
    const { n, findings } = examine(decks, subjects, fault);
    return { value: n === 0 ? undefined : findings.length, n, bound: { most: 0 }, isJudged: true, findings };
  },
});

interface ShareOptions {
  id: string;
  title: string;
  /** With `least`, measures the share of items that pass; with `most`, the share that fail. */
  bounds: Bounds;
  /** Minimum number of items for a verdict. Defaults to `enoughItems`. */
  fewest?: number;
}

/** Defines a check on the share of items that pass or fail. */
export const share = <Item>(
  { id, title, bounds, fewest = enoughItems }: ShareOptions,
  subjects: Subjects<Item>,
  fault: Fault<Item>,
): Check => ({
  id,
  title,
  hard: false,
  unit: 'percent',
  measure: (decks, engine) => {
    const { n, findings } = examine(decks, subjects, fault);
    const bound = boundFor(bounds, engine);
    const broken = findings.length / n;
    const value = bound.least === undefined ? broken : 1 - broken;
    return { value: n === 0 ? undefined : value, n, bound, isJudged: n >= fewest, findings };
  },
});

/** Defines a check on a statistic of all items, such as a mean. */
export const figure = (
  { id, title, unit, bound }: { id: string; title: string; unit: Check['unit']; bound: Bound },
  valuesOf: (deck: EvaluatedDeck) => number[],
  reduce: (values: number[]) => number,
): Check => ({
  id,
  title,
  hard: false,
  unit,
  measure: (decks) => {
    const values = decks.flatMap(valuesOf);
    const n = values.length;
    return { value: n === 0 ? undefined : reduce(values), n, bound, isJudged: n >= enoughItems, findings: [] };
  },
});

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}

/** Shuffles a copy of a list. */
export const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
