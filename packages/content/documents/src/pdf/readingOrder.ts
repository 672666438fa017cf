import { piecesOfRow, rowsOf, type TextRun } from './textRuns.ts';
import type { FlowPicture } from '../pictures/SourcePictures.ts';

/** A line of a region, split into pieces at wide gaps. */
export interface Line extends TextRun {
  pieces: TextRun[];
  /** Pictures that follow it. */
  pictures?: FlowPicture[];
}

/** Lines in reading order: a column, or a part of the page across all columns. */
export interface Region {
  left: number;
  right: number;
  lines: Line[];
}

/** How far a piece may reach into the gap between two columns. Points. */
const overlap = 1;
const fewestInColumn = 3;
/** Minimum share of a column's width that its lines fill on average. Table cells fill less. */
const leastFill = 0.45;
/** A wider page is damaged (the format allows 14,400) and is read row by row. Points. */
const widestPage = 100_000;
/** A page with more pieces is no text, and is read row by row. */
const mostPieces = 4_000;
/** Step width of the search for gaps. Points. */
const step = 3;
/** Positions tried per page. */
const mostCandidates = 24;
const deepest = 4;

interface Extent {
  left: number;
  right: number;
}

const extentOf = (pieces: readonly TextRun[]): Extent => {
  let [left, right] = [Infinity, -Infinity];
  for (const piece of pieces) {
    left = Math.min(left, piece.left);
    right = Math.max(right, piece.right);
  }
  return { left, right };
};

const crosses = ({ left, right }: TextRun, at: number): boolean => left < at - overlap && right > at + overlap;
const isLeftOf = ({ left, right }: TextRun, at: number): boolean => (left + right) / 2 < at;

/** Returns positions that few pieces cross, each in the middle of its gap, from left to right. */
function candidates(pieces: readonly TextRun[], { left, right }: Extent): number[] {
  const width = right - left;
  const size = Math.ceil(width / step) + 1;
  const changes = new Int32Array(size + 1);
  const binOf = (x: number): number => Math.max(0, Math.min(size, Math.round((x - left) / step)));
  for (const piece of pieces) {
    const [from, to] = [binOf(piece.left + overlap), binOf(piece.right - overlap)];
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  }
  const found: { at: number; crossing: number }[] = [];
  let crossing = 0;
  let start = 0;
  for (let bin = 0; bin < size; bin += 1) {
    const change = changes[bin] ?? 0;
    if (change > 0) found.push({ at: left + ((start + bin) / 2) * step, crossing });
    if (change !== 0) start = bin;
    crossing += change;
  }
  return found
    .filter(({ at }) => at > left + width * 0.12 && at < right - width * 0.12)
    .sort((one, other) => one.crossing - other.crossing)
    .slice(0, mostCandidates)
    .map(({ at }) => at);
}

/** Rows from top to bottom that all cross a position, or all lie beside it. */
interface Band {
  isAcross: boolean;
  pieces: TextRun[];
}

function bandsAt(rows: readonly (readonly TextRun[])[], at: number): Band[] {
  const bands: Band[] = [];
  for (const row of rows) {
    const isAcross = row.some((piece) => crosses(piece, at));
    const last = bands.at(-1);
    if (last?.isAcross === isAcross) last.pieces.push(...row);
    else bands.push({ isAcross, pieces: [...row] });
  }
  return bands;
}

/** Returns the average share of a column that its lines fill. */
function fillOf(pieces: readonly TextRun[], width: number): number {
  const rows = rowsOf(pieces);
  const filled = rows.reduce((sum, row) => sum + row.reduce((own, { left, right }) => own + (right - left), 0), 0);
  return filled / (rows.length * Math.max(1, width));
}

/** Returns the number of pieces in two columns at a position; 0 if there are no columns. */
function weightOf({ pieces }: Band, at: number, { left, right }: Extent): number {
  const before = pieces.filter((piece) => isLeftOf(piece, at));
  const after = pieces.filter((piece) => !isLeftOf(piece, at));
  if (before.length < fewestInColumn || after.length < fewestInColumn) return 0;
  if (fillOf(before, at - left) < leastFill || fillOf(after, right - at) < leastFill) return 0;
  return pieces.length;
}

/** Finds the best position to split a region into columns; `undefined` if it has one column. */
function columnsOf(pieces: readonly TextRun[]): { bands: Band[]; at: number } | undefined {
  if (pieces.length < 2 * fewestInColumn || pieces.length > mostPieces) return undefined;
  const extent = extentOf(pieces);
  if (!(extent.right - extent.left <= widestPage)) return undefined;
  const rows = rowsOf(pieces);
  let best: { bands: Band[]; at: number; weight: number } | undefined;
  for (const at of candidates(pieces, extent)) {
    const bands = bandsAt(rows, at);
    const weight = bands.reduce((sum, band) => sum + (band.isAcross ? 0 : weightOf(band, at, extent)), 0);
    if (weight > (best?.weight ?? 0)) best = { bands, at, weight };
  }
  return best;
}

function regionOf(pieces: readonly TextRun[]): Region {
  const lines = rowsOf(pieces).flatMap((row): Line[] => {
    const text = row.filter(({ ruledRows }) => !ruledRows);
    const [whole] = piecesOfRow(text, Infinity);
    const ofTables = row.flatMap((piece) => (piece.ruledRows ? [{ ...piece, pieces: [piece] }] : []));
    return [...(whole ? [{ ...whole, pieces: piecesOfRow(text) }] : []), ...ofTables];
  });
  return { ...extentOf(pieces), lines };
}

/**
 * Orders the pieces of a page as a reader does: column by column, with what spans them in between. A gap between columns is where lines on
 * both sides end and begin; a title or caption may cross it.
 */
export function inReadingOrder(pieces: readonly TextRun[], depth = 0): Region[] {
  if (pieces.length === 0) return [];
  const columns = depth < deepest ? columnsOf(pieces) : undefined;
  if (!columns) return [regionOf(pieces)];
  return columns.bands.flatMap(({ isAcross, pieces: own }) => {
    if (isAcross) return inReadingOrder(own, depth + 1);
    const before = own.filter((piece) => isLeftOf(piece, columns.at));
    const after = own.filter((piece) => !isLeftOf(piece, columns.at));
    return [...inReadingOrder(before, depth + 1), ...inReadingOrder(after, depth + 1)];
  });
}
