import { captionStart } from '../placePicturesOnPage.ts';
import type { Region } from '../readingOrder.ts';
import type { TextRun } from '../textRuns.ts';
import { type Grid, placeOf } from './gridsOf.ts';
import { RunsByHeight } from './RunsByHeight.ts';

/** Text that extends further out of a grid or column does not belong to it. Relative to its size. */
const outside = 1;
/** Column heads are at most this far above a grid, relative to their size. They are searched within `farAbove` points. */
const nearAbove = 2;
const farAbove = 60;

interface Piece extends TextRun {
  region: number;
  line: readonly TextRun[];
}

const endsOf = ({ xs, ys }: Grid): [number, number, number, number] => [xs[0] ?? 0, xs.at(-1) ?? 0, ys[0] ?? 0, ys.at(-1) ?? 0];

/** Whether the pieces of a line are heads of at least two columns of a grid. */
function areHeads(line: readonly TextRun[], { xs }: Grid): boolean {
  const columns = line.map(({ left, right, size }) =>
    xs.findIndex((x, column) => left >= x - outside * size && right <= (xs[column + 1] ?? -Infinity) + outside * size),
  );
  const text = line.map((piece) => piece.text).join(' ');
  return !columns.includes(-1) && new Set(columns).size > 1 && !captionStart.test(text);
}

/** Pieces around a table, by position. */
interface Surroundings {
  inside: Piece[];
  /** At the heights of the table, and extending out of it. */
  beside: Piece[];
  above: Piece[];
}

function surroundingsOf(grid: Grid, pieces: RunsByHeight<Piece>): Surroundings {
  const [left, right, top, bottom] = endsOf(grid);
  const atHeights = pieces.between(top, bottom);
  const inside = atHeights.filter((piece) => placeOf(grid, piece) >= 0);
  const regions = new Set(inside.map(({ region }) => region));
  const reachesOut = (piece: Piece): boolean => piece.left < left - outside * piece.size || piece.right > right + outside * piece.size;
  return {
    inside,
    beside: atHeights.filter((piece) => regions.has(piece.region) && reachesOut(piece)),
    above: pieces.between(top - farAbove, top).filter(({ region }) => regions.has(region)),
  };
}

/**
 * Whether at least half of the pieces beside a table are on its lines. Pieces of another page column or of a drawing rarely are. Baselines
 * may differ by one point.
 */
function areOnLinesOf(inside: readonly Piece[], beside: readonly Piece[]): boolean {
  const baselines = new Set(inside.map(({ baseline }) => Math.round(baseline)));
  const onLines = beside.filter(({ baseline }) => [-1, 0, 1].some((step) => baselines.has(Math.round(baseline) + step)));
  return beside.length > 0 && onLines.length >= beside.length / 2;
}

/**
 * Drops tables whose grids cover only a part: text of the same region is beside the grid on its lines, or the line right above has its
 * column heads.
 *
 * @param regions - The page's regions without its rules. They show whether text beside a table is another column of the page.
 */
export function wholeTables<Table extends { grid: Grid }>(tables: readonly Table[], regions: readonly Region[]): Table[] {
  const pieces = new RunsByHeight(
    regions.flatMap(({ lines }, region) => lines.flatMap(({ pieces: line }) => line.map((piece): Piece => ({ ...piece, region, line })))),
  );
  const found = tables.map((table) => ({ table, ...surroundingsOf(table.grid, pieces) }));
  const tableOf = new Map(found.flatMap(({ table, inside }) => inside.map((piece) => [piece, table] as const)));
  let whole = found.filter(({ table, above }) => {
    const last = above.at(-1);
    const isNear = last !== undefined && !tableOf.has(last) && (table.grid.ys[0] ?? 0) - last.baseline <= nearAbove * last.size;
    return !isNear || !areHeads(last.line, table.grid);
  });
  for (let before = Infinity; whole.length < before;) {
    before = whole.length;
    const left = new Set(whole.map(({ table }) => table));
    // Text of another table is no part of this one.
    const isOfOther = (piece: Piece, table: Table): boolean => {
      const other = tableOf.get(piece);
      return other !== undefined && other !== table && left.has(other);
    };
    whole = whole.filter(
      ({ table, inside, beside }) =>
        !areOnLinesOf(
          inside,
          beside.filter((piece) => !isOfOther(piece, table)),
        ),
    );
  }
  return whole.map(({ table }) => table);
}
