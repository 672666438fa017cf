import type { EvaluatedDeck } from './evaluateDeck.ts';

/** The kind of engine. Some checks have another threshold for a model than for the offline engine. */
export type EngineKind = 'model' | 'offline';

/** The bounds of a value, inclusive. */
export interface Bound {
  least?: number;
  most?: number;
}

/** An item that failed a check, and why. */
export interface Finding {
  deck: string;
  item: string;
  text: string;
}

export interface Measurement {
  /** `undefined` where there was nothing to measure. */
  value: number | undefined;
  n: number;
  /** Absent where the value is shown and not judged. */
  bound?: Bound;
  findings: Finding[];
}

/** One line of the table. The same function measures one deck and all of them together. */
export interface Check {
  /** As in docs/quality.md. */
  id: string;
  title: string;
  /** A HARD check: the evaluation fails when any item fails it. */
  hard: boolean;
  /** How the value is written: items that fail, a share, or a plain number. */
  unit: 'count' | 'percent' | 'number';
  measure(decks: readonly EvaluatedDeck[], engine: EngineKind): Measurement;
}

export type Verdict = 'pass' | 'fail' | 'told' | 'none';

export function verdictOf({ value, bound }: Measurement): Verdict {
  if (value === undefined) return 'none';
  if (!bound) return 'told';
  // Shares of few items must not fail by a rounding of the last digit.
  const slack = 1e-9;
  return value >= (bound.least ?? -Infinity) - slack && value <= (bound.most ?? Infinity) + slack ? 'pass' : 'fail';
}

/** One bound, or one for a model and another for the offline engine. */
export type Bounds = Bound | Record<EngineKind, Bound>;
export const boundFor = (bounds: Bounds, engine: EngineKind): Bound => ('model' in bounds ? bounds[engine] : bounds);

/** A part of a deck that is checked by itself. */
export interface Subject<Item> {
  item: string;
  deck: EvaluatedDeck;
  of: Item;
}

type Subjects<Item> = (deck: EvaluatedDeck) => Subject<Item>[];
/** Why an item fails, or `undefined` where it is right. */
type Fault<Item> = (of: Item, deck: EvaluatedDeck) => string | undefined;

function examine<Item>(decks: readonly EvaluatedDeck[], subjects: Subjects<Item>, fault: Fault<Item>): { n: number; findings: Finding[] } {
  let n = 0;
  const findings: Finding[] = [];
  for (const subject of decks.flatMap(subjects)) {
    n += 1;
    const text = fault(subject.of, subject.deck);
    if (text !== undefined) findings.push({ deck: subject.deck.name, item: subject.item, text });
  }
  return { n, findings };
}

/** A check that no item may fail. */
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
    return { value: n === 0 ? undefined : findings.length, n, bound: { most: 0 }, findings };
  },
});

/** A check that a share of the items keeps (`of: 'good'`) or breaks (`of: 'bad'`). */
export const share = <Item>(
  {
    id,
    title,
    of,
    bounds,
    isOfItems = true,
  }: { id: string; title: string; of: 'good' | 'bad'; bounds: Bounds | undefined; isOfItems?: boolean },
  subjects: Subjects<Item>,
  fault: Fault<Item>,
): Check => ({
  id,
  title,
  hard: false,
  unit: 'percent',
  measure: (decks, engine) => {
    const { n, findings } = examine(decks, subjects, fault);
    const bad = findings.length / n;
    return {
      value: n === 0 ? undefined : of === 'bad' ? bad : 1 - bad,
      n,
      ...(bounds ? { bound: boundFor(bounds, engine) } : {}),
      // A share over a mixture has no failing items of its own.
      findings: isOfItems ? findings : [],
    };
  },
});

/** A figure over all items, such as a mean. */
export const figure = (
  { id, title, unit, bounds }: { id: string; title: string; unit: Check['unit']; bounds: Bounds },
  valuesOf: (deck: EvaluatedDeck) => number[],
  reduce: (values: number[]) => number,
): Check => ({
  id,
  title,
  hard: false,
  unit,
  measure: (decks, engine) => {
    const values = decks.flatMap(valuesOf);
    return { value: values.length === 0 ? undefined : reduce(values), n: values.length, bound: boundFor(bounds, engine), findings: [] };
  },
});

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}
