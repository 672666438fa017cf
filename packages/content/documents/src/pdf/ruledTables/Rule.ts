import { turned, type PageSize } from '../matrix.ts';

/** A horizontal or vertical line that is drawn on a page. Points from the left and the top edge of the page as it is read. */
export interface Rule {
  isVertical: boolean;
  /** Its distance from the top edge, that of a vertical one from the left edge. */
  at: number;
  from: number;
  to: number;
}

/** Rules nearer than this, in points, are one: double lines, and the edges of cells that are drawn one by one. */
export const sameRule = 4;
/** A gap in a rule that does not end it, in points: dashes, and places where rules cross. */
const widestGap = 3;
/** A shorter rule is a part of a drawing or of a letter. Points. */
const shortest = 8;

/** Numbers that differ little as groups in ascending order. A group is not wider than `width`. */
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

/** The rules of one direction, with those joined that go on with each other. */
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

/** The rules of a page as a reader sees them: parts that go on with each other are one, and what is too short is none. */
export const joinedRules = (rules: readonly Rule[]): Record<'horizontal' | 'vertical', Rule[]> => {
  const long = (isVertical: boolean): Rule[] =>
    joined(rules.filter((rule) => rule.isVertical === isVertical)).filter(({ from, to }) => to - from >= shortest);
  return { horizontal: long(false), vertical: long(true) };
};

/** A rule on a page that is turned until text of this direction is upright. */
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
