import { piecesOfRow, rowsOf, type TextRun } from '../textRuns.ts';
import { bulletMark, numberMark } from '../listMarks.ts';
import { type Grid, placeOf } from './gridsOf.ts';

export interface RuledRow {
  /** Its runs, in one line or several. */
  runs: TextRun[];
  /** The lines of each cell. A spanning cell is in its first place; the others are empty. */
  cells: string[][];
}

/** A cell with more lines is a framed part of the page. */
const mostLinesOfCell = 25;
/** Minimum share of filled cells. Charts have few. */
const leastFilled = 0.5;
/** Minimum share of rows with several filled cells. Most rows of a chart have one number. */
const leastFullRows = 1 / 3;
/** A grid of at most this many rows (head, body, foot) is small: two lines may be enough to split one of its rows. */
const partsOfTable = 3;
/** A grid row with this many candidate lines is several table rows. */
const linesOfBody = 4;
/** Maximum share of these lines that begin in the middle of a sentence. */
const mostGoingOn = 1 / 3;
/** A cell with this many full lines is a paragraph. */
const linesOfParagraph = 4;
/** Lines of a paragraph are compared with its own width, but at least with this share of the column's width. */
const widthOfParagraph = 0.6;
/** Minimum share of lines with several cells for treating lines between two rules as rows. */
const leastFull = 0.8;
/** A line that fills this share of its cell, and has enough words, continues in the next line. */
const filledLine = 0.75;
const wordsOfFilledLine = 3;
const word = /\p{L}{2,}/gu;
const beginsInSentence = /^[("'“‘[]?\p{Ll}/u;
const beginsSentence = /^[("'“‘[]?\p{Lu}/u;
const beginsWithNumber = /^[<>≤≥~≈±+−–-]?\s?\d/u;

const linesOf = (runs: readonly TextRun[]): string[] =>
  rowsOf(runs).flatMap((row) => piecesOfRow(row, Infinity).map(({ text }) => text.trim()));

/** Whether the lines of a column are running text. */
function isProse(lines: readonly (readonly TextRun[])[], width: number): boolean {
  const filled = lines.slice(0, -1).filter((runs) => {
    const [left, right] = [Math.min(...runs.map((run) => run.left)), Math.max(...runs.map((run) => run.right))];
    const words = runs.reduce((sum, { text }) => sum + (text.match(word) ?? []).length, 0);
    return right - left >= filledLine * width && words >= wordsOfFilledLine;
  });
  return lines.length > 1 && filled.length >= (lines.length - 1) / 2;
}

/** Runs of a grid row by column. */
type ColumnRuns = ReadonlyMap<number, TextRun[]>;

const textsOf = (lines: readonly ColumnRuns[], column: number): string[] => lines.flatMap((line) => linesOf(line.get(column) ?? []));

/**
 * Whether cells hold lists, whose lines do not align with other cells. Bullets on every line of the first column number the rows instead.
 */
function haveLists(lines: readonly ColumnRuns[], columns: readonly number[], first: number): boolean {
  return columns.some((column) => {
    const texts = textsOf(lines, column);
    if (column !== first) return texts.some((text) => bulletMark.test(text) || numberMark.test(text));
    const marked = texts.filter((text) => bulletMark.test(text));
    return marked.length > 0 && marked.length < lines.length;
  });
}

/** Whether the lines are one text: the first begins a sentence, others begin within one. */
function goOn(lines: readonly ColumnRuns[], first: number): boolean {
  const [start = '', ...rest] = textsOf(lines, first);
  const goingOn = beginsSentence.test(start) ? rest.filter((text) => beginsInSentence.test(text)).length : 0;
  return goingOn > (lines.length < linesOfBody ? 0 : mostGoingOn * rest.length);
}

/** Whether each line has a number in the same column. Numbers do not wrap. */
const haveNumbers = (lines: readonly ColumnRuns[]): boolean =>
  [...(lines[0]?.keys() ?? [])].some((column) => {
    const texts = textsOf(lines, column);
    return texts.length === lines.length && texts.every((text) => beginsWithNumber.test(text) && !numberMark.test(text));
  });

/** Returns the lines if they can be rows without rules: nearly all have a first cell and others, and they are not one text. */
function unruledRows(columns: ColumnRuns, { xs }: Grid): ColumnRuns[] | undefined {
  const columnOf = new Map([...columns].flatMap(([column, runs]) => runs.map((run) => [run, column] as const)));
  const lines = rowsOf([...columnOf.keys()]).map((runs) => Map.groupBy(runs, (run) => columnOf.get(run) ?? 0));
  const first = Math.min(...columns.keys());
  // In a body of several rows, a line with only a first cell is a heading.
  const counted = lines.filter((line) => lines.length < linesOfBody || line.size > 1 || !line.has(first));
  const full = counted.filter((line) => line.has(first) && line.size > columns.size / 2);
  if (columns.size < 2 || full.length < Math.max(2, leastFull * counted.length)) return undefined;
  // A list is rows if each item has a number in another column.
  const isList = !haveNumbers(full) && haveLists(lines, [...columns.keys()], first);
  if (isList || goOn(lines, first)) return undefined;
  const hasProse = [...columns.keys()].some((column) =>
    isProse(
      lines.flatMap((line) => {
        const own = line.get(column);
        return own ? [own] : [];
      }),
      (xs[column + 1] ?? 0) - (xs[column] ?? 0),
    ),
  );
  return hasProse ? undefined : lines;
}

/**
 * Splits grid rows into table rows. Splits a row if it has many candidate lines. In a small grid, also splits the only row with candidate
 * lines, and rows with a number in each line.
 */
function rowsOfGrid(gridRows: readonly { columns: ColumnRuns; isSpanned: boolean }[], grid: Grid): ColumnRuns[] {
  const isSmall = gridRows.length <= partsOfTable;
  const parted = gridRows.map(({ columns, isSpanned }) => ({ columns, lines: isSpanned ? undefined : unruledRows(columns, grid) }));
  const isOneBody = isSmall && parted.filter(({ lines }) => lines).length === 1;
  return parted.flatMap(({ columns, lines }) =>
    lines && (lines.length >= linesOfBody || isOneBody || (isSmall && haveNumbers(lines))) ? lines : [columns],
  );
}

function isParagraph(runs: readonly TextRun[], columnWidth: number): boolean {
  const lines = rowsOf(runs);
  const width = Math.max(...runs.map(({ right }) => right)) - Math.min(...runs.map(({ left }) => left));
  return lines.length >= linesOfParagraph && isProse(lines, Math.max(width, widthOfParagraph * columnWidth));
}

/** Whether a grid frames text: in each column half of the cells are paragraphs. A table has a column of short cells. */
function areFrames(byCell: ReadonlyMap<number, TextRun[]>, { xs }: Grid): boolean {
  const columns = Map.groupBy(byCell, ([cell]) => cell % (xs.length - 1));
  return [...columns].every(([column, cells]) => {
    const width = (xs[column + 1] ?? 0) - (xs[column] ?? 0);
    return cells.filter(([, runs]) => isParagraph(runs, width)).length >= cells.length / 2;
  });
}

/** Whether a column has inner columns without rules: most of its lines have several pieces. */
function hasInnerColumns(byCell: ReadonlyMap<number, TextRun[]>, width: number): boolean {
  const columns = Map.groupBy(byCell, ([cell]) => cell % width);
  return [...columns.values()].some((cells) => {
    const lines = cells.flatMap(([, runs]) => rowsOf(runs).map((row) => piecesOfRow(row).length));
    return lines.length > 2 && lines.filter((pieces) => pieces > 1).length > lines.length / 2;
  });
}

const filledColumns = (rows: readonly RuledRow[]): number[] => {
  const width = rows[0]?.cells.length ?? 0;
  return Array.from({ length: width }, (_, column) => column).filter((column) => rows.some(({ cells }) => cells[column]?.length));
};

/**
 * Returns the table that a grid makes of the runs of a page. `undefined` if the grid is a frame, a chart or another drawing: fewer than two
 * filled rows or columns, mostly empty cells, a cell with as much text as a page, paragraphs in each column, or columns that only spaces
 * separate.
 */
export function ruledTableOf(grid: Grid, runs: readonly TextRun[]): RuledRow[] | undefined {
  const width = grid.xs.length - 1;
  const byCell = Map.groupBy(
    runs.filter((run) => placeOf(grid, run) >= 0),
    (run) => grid.cells[placeOf(grid, run)] ?? 0,
  );
  const cellCount = new Set(grid.cells).size;
  if (byCell.size < 4 || byCell.size < leastFilled * cellCount) return undefined;
  if ([...byCell.values()].some((own) => rowsOf(own).length > mostLinesOfCell) || hasInnerColumns(byCell, width)) return undefined;
  if (areFrames(byCell, grid)) return undefined;
  const byRow = Map.groupBy(byCell, ([cell]) => Math.floor(cell / width));
  const spanning = new Set(grid.cells.flatMap((cell, place) => (place - cell >= width ? [Math.floor(cell / width)] : [])));
  const gridRows = [...byRow]
    .sort(([one], [other]) => one - other)
    .map(([row, own]) => ({
      columns: new Map(own.map(([cell, ownRuns]) => [cell % width, ownRuns])) satisfies ColumnRuns,
      isSpanned: spanning.has(row),
    }));
  const rows = rowsOfGrid(gridRows, grid).map((line): RuledRow => ({
    runs: [...line.values()].flat(),
    cells: Array.from({ length: width }, (_, column) => linesOf(line.get(column) ?? [])),
  }));
  const columns = filledColumns(rows);
  const full = rows.filter(({ cells }) => cells.filter(({ length }) => length > 0).length > 1);
  if (rows.length < 2 || columns.length < 2 || full.length < leastFullRows * rows.length) return undefined;
  return rows.map(({ runs: own, cells }) => ({ runs: own, cells: columns.map((column) => cells[column] ?? []) }));
}
