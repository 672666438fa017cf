import { cleanText } from '../text/cleanText.ts';
import type { Line } from './readingOrder.ts';

/** A space between two columns of a table, from its left to its right end. */
interface Gap {
  from: number;
  to: number;
}

/** A table that begins at a line of a region. */
export interface FoundTable {
  rows: string[][];
  /** How many lines it takes. */
  lines: number;
}

/** The narrowest space between two columns, in sizes of the letters. */
const narrowest = 0.6;
/** The lines of a row, and rows, stand closer than this, in sizes of the letters. */
const widestLeading = 3;
const fewestRows = 3;
/** Marks of lists, whose second column is the text. */
const listMark = /^(?:[^\p{L}\p{N}\s]{1,2}|[[(]?(?:\d{1,3}|\p{L})[\].):]{0,2}|[[(][^\])]{1,12}[\])])$/u;
const leaderDots = /\.(?:\s?\.){3,}/g;

/** The text of a cell without the dots that lead to the next one. */
export const cellText = (text: string): string => cleanText(text.replace(leaderDots, ' '));

const gapsOf = ({ pieces }: Line): Gap[] => {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (!first || !last) return [];
  const inner = pieces.slice(1).map((piece, index) => ({ from: pieces[index]?.right ?? 0, to: piece.left }));
  return [{ from: -Infinity, to: first.left }, ...inner, { from: last.right, to: Infinity }];
};

/** What is free in both, where it is wide enough. */
function common(one: readonly Gap[], other: readonly Gap[], width: number): Gap[] {
  return one.flatMap((left) =>
    other.flatMap((right) => {
      const gap = { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) };
      return gap.to - gap.from >= width ? [gap] : [];
    }),
  );
}

const innerGaps = (gaps: readonly Gap[]): Gap[] => gaps.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));

/** The cells of a line between the gaps. */
function cellsOf({ pieces }: Line, gaps: readonly Gap[]): string[] {
  const cells = Array.from({ length: gaps.length + 1 }, () => '');
  for (const { left, right, text } of pieces) {
    const column = gaps.filter(({ from, to }) => (from + to) / 2 < (left + right) / 2).length;
    cells[column] = cellText(`${cells[column] ?? ''} ${text}`);
  }
  return cells;
}

/** The lines from a place on whose gaps are above each other, and these gaps. */
function alignedLines(lines: readonly Line[], start: number): { own: Line[]; gaps: Gap[] } {
  const own: Line[] = [];
  let gaps: Gap[] = [];
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index];
    const before = own.at(-1);
    if (!line || (before && line.baseline - before.baseline > widestLeading * line.size)) break;
    const next = before ? common(gaps, gapsOf(line), narrowest * line.size) : gapsOf(line);
    const inner = innerGaps(next);
    const [first] = inner;
    if (!first) break;
    // A line of one piece goes on with a cell. One in the first column is the text below the table.
    if (line.pieces.length === 1 && (line.left + line.right) / 2 < first.from) break;
    gaps = next;
    own.push(line);
  }
  while ((own.at(-1)?.pieces.length ?? 2) < 2) own.pop();
  return { own, gaps: innerGaps(gaps) };
}

/** The rows of lines: a line without a first cell goes on with the row before it. */
function rowsOfLines(lines: readonly Line[], gaps: readonly Gap[]): string[][] {
  const rows: string[][] = [];
  for (const line of lines) {
    const cells = cellsOf(line, gaps);
    const last = rows.at(-1);
    if (last && cells[0] === '') cells.forEach((cell, column) => (last[column] = `${last[column] ?? ''} ${cell}`.trim()));
    else rows.push(cells);
  }
  return rows;
}

/** The table that begins at a line: lines whose pieces stand in columns; `undefined` where there is none. */
export function tableAt(lines: readonly Line[], start: number): FoundTable | undefined {
  if ((lines[start]?.pieces.length ?? 0) < 2) return undefined;
  const { own, gaps } = alignedLines(lines, start);
  const rows = rowsOfLines(own, gaps);
  const filled = rows.filter((cells) => cells.filter((cell) => cell !== '').length > 1);
  if (filled.length < fewestRows || filled.length < rows.length / 2) return undefined;
  const marks = rows.filter(([first = '']) => listMark.test(first)).length;
  const isList = gaps.length === 1 && marks > rows.length / 2;
  return isList ? undefined : { rows, lines: own.length };
}
