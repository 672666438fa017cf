import { cleanText } from '../text/cleanText.ts';
import type { Line } from './readingOrder.ts';

/** A gap between two columns of a table. */
interface Gap {
  from: number;
  to: number;
}

export interface FoundTable {
  rows: string[][];
  /** Number of lines that it takes. */
  lines: number;
}

/** Minimum gap between two columns, relative to the size. */
const narrowest = 0.6;
/** Maximum distance of rows and of lines in a row, relative to the size. */
const widestLeading = 3;
const fewestRows = 3;
/** List marks. The text is their second column. */
const listMark = /^(?:[^\p{L}\p{N}\s]{1,2}|[[(]?(?:\d{1,3}|\p{L})[\].):]{0,2}|[[(][^\])]{1,12}[\])])$/u;
const leaderDots = /\.(?:\s?\.){3,}/g;

/** Removes leader dots. */
export const cellText = (text: string): string => cleanText(text.replace(leaderDots, ' '));

const gapsOf = ({ pieces }: Line): Gap[] => {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (!first || !last) return [];
  const inner = pieces.slice(1).map((piece, index) => ({ from: pieces[index]?.right ?? 0, to: piece.left }));
  return [{ from: -Infinity, to: first.left }, ...inner, { from: last.right, to: Infinity }];
};

/** Intersects gaps, keeping the wide ones. */
function common(one: readonly Gap[], other: readonly Gap[], width: number): Gap[] {
  return one.flatMap((left) =>
    other.flatMap((right) => {
      const gap = { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) };
      return gap.to - gap.from >= width ? [gap] : [];
    }),
  );
}

const innerGaps = (gaps: readonly Gap[]): Gap[] => gaps.filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));

function cellsOf({ pieces }: Line, gaps: readonly Gap[]): string[] {
  const cells = Array.from({ length: gaps.length + 1 }, () => '');
  for (const { left, right, text } of pieces) {
    const column = gaps.filter(({ from, to }) => (from + to) / 2 < (left + right) / 2).length;
    cells[column] = cellText(`${cells[column] ?? ''} ${text}`);
  }
  return cells;
}

/** Returns the lines from `start` on whose gaps align, and these gaps. */
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
    // A line of one piece continues a cell. In the first column it is the text below the table.
    if (line.pieces.length === 1 && (line.left + line.right) / 2 < first.from) break;
    gaps = next;
    own.push(line);
  }
  while ((own.at(-1)?.pieces.length ?? 2) < 2) own.pop();
  return { own, gaps: innerGaps(gaps) };
}

/** Builds rows. A line without a first cell continues the row above. */
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

/** Finds a table that begins at a line: lines whose pieces stand in columns. */
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
