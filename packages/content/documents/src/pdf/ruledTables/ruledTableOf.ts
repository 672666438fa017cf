import { piecesOfRow, rowsOf, type TextRun } from '../textRuns.ts';
import { bulletMark, numberMark } from '../listMarks.ts';
import { type Grid, placeOf } from './gridsOf.ts';

/** A row of a table as the page shows it. */
export interface RuledRow {
  /** Its runs, in one line or several. */
  runs: TextRun[];
  /** The lines of each cell. A cell that spans several columns or rows is in the first one, and the others are empty. */
  cells: string[][];
}

/** A cell with more lines is a framed part of the page. */
const mostLinesOfCell = 25;
/** The least share of cells with text. Charts have few. */
const leastFilled = 0.5;
/** The least share of rows with several filled cells. Most rows of a chart have one number. */
const leastFullRows = 1 / 3;
/** A grid of at most so many rows (head, body, foot) is small: two lines can be enough to split one of its rows into table rows. */
const partsOfTable = 3;
/** A grid row with at least so many lines that can be rows is several table rows. */
const linesOfBody = 4;
/** The most of these lines that may begin in the middle of a sentence, as a share. */
const mostGoingOn = 1 / 3;
/** A cell with at least so many full lines is a paragraph. */
const linesOfParagraph = 4;
/** The lines of a paragraph are compared with its own width, but at least with this share of the column's width. */
const widthOfParagraph = 0.6;
/** The least share of lines with several cells for lines between two rules to be rows. */
const leastFull = 0.8;
/** A line that fills this share of its cell, and has enough words, continues in the next line. */
const filledLine = 0.75;
const wordsOfFilledLine = 3;
const word = /\p{L}{2,}/gu;
const beginsInSentence = /^[("'“‘[]?\p{Ll}/u;
const beginsSentence = /^[("'“‘[]?\p{Lu}/u;
const beginsWithNumber = /^[<>≤≥~≈±+−–-]?\s?\d/u;

/** The lines of a cell. */
const linesOf = (runs: readonly TextRun[]): string[] =>
  rowsOf(runs).flatMap((row) => piecesOfRow(row, Infinity).map(({ text }) => text.trim()));

/** Whether the lines of a column are text that continues from line to line. */
function isProse(lines: readonly (readonly TextRun[])[], width: number): boolean {
  const filled = lines.slice(0, -1).filter((runs) => {
    const [left, right] = [Math.min(...runs.map((run) => run.left)), Math.max(...runs.map((run) => run.right))];
    const words = runs.reduce((sum, { text }) => sum + (text.match(word) ?? []).length, 0);
    return right - left >= filledLine * width && words >= wordsOfFilledLine;
  });
  return lines.length > 1 && filled.length >= (lines.length - 1) / 2;
}

/** The runs of a row of the grid by its columns. */
type ColumnRuns = ReadonlyMap<number, TextRun[]>;

/** The text of each line of a column, in a row of the grid. */
const textsOf = (lines: readonly ColumnRuns[], column: number): string[] => lines.flatMap((line) => linesOf(line.get(column) ?? []));

/** Whether cells have lists, whose lines do not belong to lines of other cells. Marks on every line of the first column number rows instead. */
function haveLists(lines: readonly ColumnRuns[], columns: readonly number[], first: number): boolean {
  return columns.some((column) => {
    const texts = textsOf(lines, column);
    if (column !== first) return texts.some((text) => bulletMark.test(text) || numberMark.test(text));
    const marked = texts.filter((text) => bulletMark.test(text));
    return marked.length > 0 && marked.length < lines.length;
  });
}

/** Whether the lines are one text: the first begins a sentence, and others begin in the middle of one. */
function goOn(lines: readonly ColumnRuns[], first: number): boolean {
  const [start = '', ...rest] = textsOf(lines, first);
  const goingOn = beginsSentence.test(start) ? rest.filter((text) => beginsInSentence.test(text)).length : 0;
  return goingOn > (lines.length < linesOfBody ? 0 : mostGoingOn * rest.length);
}

/** Whether each line has a number in the same column. Numbers do not continue from line to line. */
const haveNumbers = (lines: readonly ColumnRuns[]): boolean =>
  [...(lines[0]?.keys() ?? [])].some((column) => {
    const texts = textsOf(lines, column);
    return texts.length === lines.length && texts.every((text) => beginsWithNumber.test(text) && !numberMark.test(text));
  });

/** The lines, if they can be rows without rules between them: nearly all have a first cell and others, and they are not one text. */
function unruledRows(columns: ColumnRuns, { xs }: Grid): ColumnRuns[] | undefined {
  const columnOf = new Map([...columns].flatMap(([column, runs]) => runs.map((run) => [run, column] as const)));
  const lines = rowsOf([...columnOf.keys()]).map((runs) => Map.groupBy(runs, (run) => columnOf.get(run) ?? 0));
  const first = Math.min(...columns.keys());
  // A line of the first cell alone is a heading within a body of several rows.
  const counted = lines.filter((line) => lines.length < linesOfBody || line.size > 1 || !line.has(first));
  const full = counted.filter((line) => line.has(first) && line.size > columns.size / 2);
  if (columns.size < 2 || full.length < Math.max(2, leastFull * counted.length)) return undefined;
  // A list is rows when each of its points has a number in another column.
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
 * The table rows of a grid's rows. A grid row whose lines can be rows is several table rows when it has many lines, or, in a small grid, when it is
 * the only such row or each line has a number.
 */
function rowsOfGrid(gridRows: readonly { columns: ColumnRuns; isSpanned: boolean }[], grid: Grid): ColumnRuns[] {
  const isSmall = gridRows.length <= partsOfTable;
  const parted = gridRows.map(({ columns, isSpanned }) => ({ columns, lines: isSpanned ? undefined : unruledRows(columns, grid) }));
  const isOneBody = isSmall && parted.filter(({ lines }) => lines).length === 1;
  return parted.flatMap(({ columns, lines }) =>
    lines && (lines.length >= linesOfBody || isOneBody || (isSmall && haveNumbers(lines))) ? lines : [columns],
  );
}

/** Whether a cell is a paragraph of several full lines. */
function isParagraph(runs: readonly TextRun[], columnWidth: number): boolean {
  const lines = rowsOf(runs);
  const width = Math.max(...runs.map(({ right }) => right)) - Math.min(...runs.map(({ left }) => left));
  return lines.length >= linesOfParagraph && isProse(lines, Math.max(width, widthOfParagraph * columnWidth));
}

/** Whether a grid is frames around text: in each column half of the cells are paragraphs. A table has a column of short cells. */
function areFrames(byCell: ReadonlyMap<number, TextRun[]>, { xs }: Grid): boolean {
  const columns = Map.groupBy(byCell, ([cell]) => cell % (xs.length - 1));
  return [...columns].every(([column, cells]) => {
    const width = (xs[column + 1] ?? 0) - (xs[column] ?? 0);
    return cells.filter(([, runs]) => isParagraph(runs, width)).length >= cells.length / 2;
  });
}

/** Whether a column has inner columns that spaces separate and no rules: most of its lines have several pieces. */
function hasInnerColumns(byCell: ReadonlyMap<number, TextRun[]>, width: number): boolean {
  const columns = Map.groupBy(byCell, ([cell]) => cell % width);
  return [...columns.values()].some((cells) => {
    const lines = cells.flatMap(([, runs]) => rowsOf(runs).map((row) => piecesOfRow(row).length));
    return lines.length > 2 && lines.filter((pieces) => pieces > 1).length > lines.length / 2;
  });
}

/** The columns of which a row has text. */
const filledColumns = (rows: readonly RuledRow[]): number[] => {
  const width = rows[0]?.cells.length ?? 0;
  return Array.from({ length: width }, (_, column) => column).filter((column) => rows.some(({ cells }) => cells[column]?.length));
};

/**
 * The table that a grid makes of the runs of a page; `undefined` when the grid is a frame, a chart or another drawing: fewer than two rows or two
 * columns have text, most cells are empty, a cell has as much text as a page, each column has paragraphs, or only spaces separate some columns.
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
