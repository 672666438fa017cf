import { piecesOf, type TextRun } from '../textRuns.ts';
import { inReadingOrder } from '../readingOrder.ts';
import { gridsOf, type Grid } from './gridsOf.ts';
import type { Rule } from './Rule.ts';
import { ruledTableOf, type RuledRow } from './ruledTableOf.ts';
import { RunsByHeight } from './RunsByHeight.ts';
import { wholeTables } from './wholeTables.ts';

/** Makes each row of a table one piece, so that gaps in the table are not taken for gaps between page columns. */
function piecesOfTable(rows: readonly RuledRow[]): TextRun[] {
  const all = rows.flatMap(({ runs }) => runs);
  const left = all.reduce((least, run) => Math.min(least, run.left), Infinity);
  const right = all.reduce((most, run) => Math.max(most, run.right), -Infinity);
  const ruledRows = rows.map(({ cells }) => cells);
  return rows.flatMap(({ runs: [first, ...rest], cells }) => {
    if (!first) return [];
    const baseline = rest.reduce((upper, run) => Math.min(upper, run.baseline), first.baseline);
    return [{ ...first, text: cells.flat().join(' '), left, right, baseline, isBold: false, ruledRows }];
  });
}

/** Runs inspected on a page, counted for each grid at their height. A page of text has a few thousand runs and few grids. */
const mostLooks = 100_000;

interface FoundTable {
  grid: Grid;
  rows: RuledRow[];
}

/** Returns the tables of grids; none if finding them would take too long. */
function tablesOf(runs: readonly TextRun[], grids: readonly Grid[]): FoundTable[] {
  const byHeight = new RunsByHeight(runs);
  const tables: FoundTable[] = [];
  const taken = new Set<TextRun>();
  let looks = 0;
  for (const grid of grids) {
    const atHeights = byHeight.between(grid.ys[0] ?? 0, grid.ys.at(-1) ?? 0);
    looks += atHeights.length;
    if (looks > mostLooks) return [];
    const rows = ruledTableOf(
      grid,
      atHeights.filter((run) => !taken.has(run)),
    );
    if (!rows) continue;
    for (const row of rows) for (const run of row.runs) taken.add(run);
    tables.push({ grid, rows });
  }
  return tables;
}

/** Joins the runs of a page to pieces. Each row of a ruled table is one piece. */
export function withRuledTables(runs: readonly TextRun[], rules: readonly Rule[]): TextRun[] {
  const pieces = piecesOf(runs);
  const found = tablesOf(runs, gridsOf(rules));
  if (found.length === 0) return pieces;
  const tables = wholeTables(found, inReadingOrder(pieces));
  const taken = new Set(tables.flatMap(({ rows }) => rows.flatMap((row) => row.runs)));
  return [...piecesOf(runs.filter((run) => !taken.has(run))), ...tables.flatMap(({ rows }) => piecesOfTable(rows))];
}
