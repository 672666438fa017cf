import { piecesOf } from '../joinRuns.ts';
import type { TextRun } from '../TextRun.ts';
import { gridsOf } from './gridsOf.ts';
import type { Rule } from './Rule.ts';
import { ruledTableOf, type RuledRow } from './ruledTableOf.ts';

/** The rows of a table, each as one piece of the page: they are read where the table stands, and no space within it parts columns of the page. */
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

/** The pieces of a page's lines. Tables whose cells are told by rules stand in them as pieces of one row each. */
export function withRuledTables(runs: readonly TextRun[], rules: readonly Rule[]): TextRun[] {
  let rest = runs;
  const tables: TextRun[] = [];
  for (const grid of gridsOf(rules)) {
    const rows = ruledTableOf(grid, rest);
    if (!rows) continue;
    const taken = new Set(rows.flatMap((row) => row.runs));
    rest = rest.filter((run) => !taken.has(run));
    tables.push(...piecesOfTable(rows));
  }
  return [...piecesOf(rest), ...tables];
}
