import { clustersOf, joinedRules, mean, sameRule, type Rule } from './Rule.ts';
import type { TextRun } from '../textRuns.ts';
import { heightOf } from './RunsByHeight.ts';

/** A grid of rules: its columns and rows, and the cell of each place. */
export interface Grid {
  /** Column boundaries from left to right. */
  xs: number[];
  /** Row boundaries from top to bottom. */
  ys: number[];
  /** Row by row: the index of the first place of the cell that a place belongs to. */
  cells: number[];
}

/** Maximum number of rules per direction on a page. A page with more is a chart, and comparing all pairs would take too long. */
const mostRules = 600;
/** Maximum number of places of one grid. */
const mostPlaces = 20_000;
/** Rules touch within this distance. Points. */
const touch = 3;
/** If rules extend this far beyond the last one that they cross, the table has no rule on that side. Points. */
const openSide = 8;
/** Minimum share of an outer side that rules cover, unless it is open. Drawings of boxes and arrows have gaps there. */
const leastSide = 0.6;
/** Minimum share of a place's side that a rule covers to separate two cells. */
const leastCover = 0.5;

const touches = (horizontal: Rule, vertical: Rule): boolean =>
  vertical.at >= horizontal.from - touch &&
  vertical.at <= horizontal.to + touch &&
  horizontal.at >= vertical.from - touch &&
  horizontal.at <= vertical.to + touch;

/** Union-find over indexes. */
class Sets {
  private readonly parents: number[];

  constructor(size: number) {
    this.parents = Array.from({ length: size }, (_, index) => index);
  }

  firstOf(index: number): number {
    let first = index;
    while (this.parents[first] !== first) {
      const parent = this.parents[first] ?? first;
      const above = this.parents[parent] ?? parent;
      this.parents[first] = above;
      first = above;
    }
    return first;
  }

  join(one: number, other: number): void {
    const [left, right] = [this.firstOf(one), this.firstOf(other)];
    this.parents[Math.max(left, right)] = Math.min(left, right);
  }
}

/** Groups rules that touch each other, directly or through others. */
function connected(horizontal: readonly Rule[], vertical: readonly Rule[]): { horizontal: Rule[]; vertical: Rule[] }[] {
  const sets = new Sets(horizontal.length + vertical.length);
  horizontal.forEach((rule, row) => {
    vertical.forEach((other, column) => {
      if (touches(rule, other)) sets.join(row, horizontal.length + column);
    });
  });
  const groups = new Map<number, { horizontal: Rule[]; vertical: Rule[] }>();
  [...horizontal, ...vertical].forEach((rule, index) => {
    const first = sets.firstOf(index);
    const group = groups.get(first) ?? { horizontal: [], vertical: [] };
    group[rule.isVertical ? 'vertical' : 'horizontal'].push(rule);
    groups.set(first, group);
  });
  return [...groups.values()];
}

/** Rules at one boundary of the grid; none on an open side. */
interface GridLine {
  at: number;
  rules: Rule[];
}

/** Returns the boundaries of one direction. The extent of crossing rules reveals open sides. */
function linesOf(rules: readonly Rule[], across: readonly Rule[]): GridLine[] {
  const lines = clustersOf(rules, ({ at }) => at, sameRule).map((own): GridLine => ({ at: mean(own.map(({ at }) => at)), rules: own }));
  const from = Math.min(...across.map((rule) => rule.from));
  const to = Math.max(...across.map((rule) => rule.to));
  const [first, last] = [lines[0], lines.at(-1)];
  return [
    ...(first && first.at - from > openSide ? [{ at: from, rules: [] }] : []),
    ...lines,
    ...(last && to - last.at > openSide ? [{ at: to, rules: [] }] : []),
  ];
}

/** Returns the share of a stretch that the rules of a line cover. */
const coverOf = ({ rules }: GridLine, from: number, to: number): number =>
  rules.reduce((sum, rule) => sum + Math.max(0, Math.min(rule.to, to) - Math.max(rule.from, from)), 0) / Math.max(1, to - from);

const areSidesDrawn = (lines: readonly GridLine[], across: readonly GridLine[]): boolean => {
  const [from, to] = [across[0]?.at ?? 0, across.at(-1)?.at ?? 0];
  return [lines[0], lines.at(-1)].every((line) => line && (line.rules.length === 0 || coverOf(line, from, to) >= leastSide));
};

/** Merges places that no rule separates. */
function cellsOf(columns: readonly GridLine[], rows: readonly GridLine[]): number[] {
  const [width, height] = [columns.length - 1, rows.length - 1];
  const sets = new Sets(width * height);
  const joinWhereOpen = (line: GridLine, [from, to]: readonly [number, number], one: number, other: number): void => {
    if (coverOf(line, from, to) < leastCover) sets.join(one, other);
  };
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const place = row * width + column;
      const [left, right, upper, lower] = [columns[column], columns[column + 1], rows[row], rows[row + 1]];
      if (!left || !right || !upper || !lower) continue;
      if (column + 1 < width) joinWhereOpen(right, [upper.at, lower.at], place, place + 1);
      if (row + 1 < height) joinWhereOpen(lower, [left.at, right.at], place, place + width);
    }
  return Array.from({ length: width * height }, (_, place) => sets.firstOf(place));
}

function gridOf({ horizontal, vertical }: { horizontal: readonly Rule[]; vertical: readonly Rule[] }): Grid | undefined {
  if (horizontal.length === 0 || vertical.length === 0 || horizontal.length + vertical.length < 3) return undefined;
  const columns = linesOf(vertical, horizontal);
  const rows = linesOf(horizontal, vertical);
  const places = (columns.length - 1) * (rows.length - 1);
  if (columns.length < 3 || rows.length < 3 || places > mostPlaces) return undefined;
  if (!areSidesDrawn(columns, rows) || !areSidesDrawn(rows, columns)) return undefined;
  return { xs: columns.map(({ at }) => at), ys: rows.map(({ at }) => at), cells: cellsOf(columns, rows) };
}

/** Returns the grids with at least two rows and two columns; none if the page has as many rules as a chart. */
export function gridsOf(rules: readonly Rule[]): Grid[] {
  const { horizontal, vertical } = joinedRules(rules);
  if (horizontal.length > mostRules || vertical.length > mostRules) return [];
  return connected(horizontal, vertical).flatMap((group) => gridOf(group) ?? []);
}

/** Returns the index of the stretch that contains a position; -1 outside. */
function stretchAt(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 1];
  if (at < (ends[low] ?? Infinity) || at >= (ends[high] ?? -Infinity)) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at < (ends[middle] ?? Infinity)) high = middle;
    else low = middle;
  }
  return low;
}

/** Returns the place of the grid that contains a run; -1 outside. */
export function placeOf({ xs, ys }: Grid, run: TextRun): number {
  const column = stretchAt(xs, (run.left + run.right) / 2);
  const row = stretchAt(ys, heightOf(run));
  return column < 0 || row < 0 ? -1 : row * (xs.length - 1) + column;
}
