import { turned, type PageSize } from '../matrix.ts';

/** A horizontal or vertical line on a page. Points from the left and top edge of the page as it is read. */
export interface Rule {
  isVertical: boolean;
  /** Distance from the top edge, or from the left edge if vertical. */
  at: number;
  from: number;
  to: number;
}

/** Rules closer than this count as one: double lines, and edges of cells drawn one by one. Points. */
export const sameRule = 4;
/** Gaps up to this width do not end a rule: dashes, and crossings. Points. */
const widestGap = 3;
/** A shorter rule is part of a drawing or letter. Points. */
const shortest = 8;

/** Groups items with similar values, in ascending order. A group spans at most `width`. */
export function clustersOf<Item>(items: readonly Item[], valueOf: (item: Item) => number, width: number): Item[][] {
  const clusters: Item[][] = [];
  let start = -Infinity;
  for (const item of items.toSorted((left, right) => valueOf(left) - valueOf(right))) {
    const last = clusters.at(-1);
    if (last && valueOf(item) - start <= width) last.push(item);
    else {
      clusters.push([item]);
      start = valueOf(item);
    }
  }
  return clusters;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Merges collinear rules of one direction. */
function joined(rules: readonly Rule[]): Rule[] {
  return clustersOf(rules, ({ at }) => at, sameRule / 2).flatMap((cluster) => {
    const own: Rule[] = [];
    for (const rule of cluster.toSorted((left, right) => left.from - right.from)) {
      const last = own.at(-1);
      if (last && rule.from - last.to <= widestGap) last.to = Math.max(last.to, rule.to);
      else own.push({ ...rule });
    }
    return own;
  });
}

/** Merges collinear segments; drops short ones. */
export const joinedRules = (rules: readonly Rule[]): Record<'horizontal' | 'vertical', Rule[]> => {
  const long = (isVertical: boolean): Rule[] =>
    joined(rules.filter((rule) => rule.isVertical === isVertical)).filter(({ from, to }) => to - from >= shortest);
  return { horizontal: long(false), vertical: long(true) };
};

/** Maps a rule to the page turned until text is upright. */
export function turnedRule({ isVertical, at, from, to }: Rule, turns: number, size: PageSize): Rule {
  const start = isVertical ? turned(at, from, turns, size) : turned(from, at, turns, size);
  const end = isVertical ? turned(at, to, turns, size) : turned(to, at, turns, size);
  const isTurned = turns % 2 === 1;
  const along = isVertical === isTurned ? 0 : 1;
  return {
    isVertical: isVertical !== isTurned,
    at: start[1 - along] ?? 0,
    from: Math.min(start[along] ?? 0, end[along] ?? 0),
    to: Math.max(start[along] ?? 0, end[along] ?? 0),
  };
}
