import type { Matrix } from './matrix.ts';
import { raiseDigits } from '../text/cleanText.ts';

/**
 * A run of text on a page, or several that follow each other without a wide gap. Distances are in points, from the left and the top edge of the
 * page as it is read.
 */
export interface TextRun {
  text: string;
  left: number;
  right: number;
  /** The line that the letters stand on. */
  baseline: number;
  /** The size of the letters. */
  size: number;
  isBold: boolean;
  /** Whether a space or the end of a line stands before it in the file. */
  hasSpaceBefore: boolean;
  isRightToLeft: boolean;
  /** For a row of a ruled table: the lines of each cell, of all rows of the table. Absent for text. */
  ruledRows?: string[][][];
}

/** Text of one direction. */
export interface TextDirection {
  /** Quarter turns clockwise of the text on the page. */
  turns: number;
  /** With their places on the page after it was turned until the text is upright. */
  runs: TextRun[];
}

/** The text of a page as the file has it, upright text first. */
export interface PageText {
  /** Counted from 1. */
  page: number;
  width: number;
  height: number;
  /** From the coordinates of the file to the page as it is read. */
  toPage: Matrix;
  /** Whether reading its text took so long that its drawing is left out. */
  isLong: boolean;
  /** Runs of one direction each; text that stands on its side is turned upright. */
  directions: TextDirection[];
}

/** Runs closer than this are one piece of a line, in sizes of its letters. The space between two columns is wider. */
const pieceGap = 0.8;
/** A gap that is wider is a space, in sizes of the letters. */
const spaceGap = 0.17;
/** Two runs stand on one line when their baselines differ less, in sizes of the smaller one's letters. Raised digits do. */
const baselineGap = 0.6;

/** The runs of a page in rows from top to bottom. */
export function rowsOf<Run extends TextRun>(runs: readonly Run[]): Run[][] {
  const rows: Run[][] = [];
  let main: Run | undefined;
  for (const run of runs.toSorted((left, right) => left.baseline - right.baseline)) {
    const row = rows.at(-1);
    if (row && main && run.baseline - main.baseline <= baselineGap * Math.min(run.size, main.size)) {
      row.push(run);
      if (run.size > main.size) main = run;
    } else {
      rows.push([run]);
      main = run;
    }
  }
  return rows;
}

const isRaised = (before: TextRun, next: TextRun): boolean =>
  next.size < before.size * 0.85 && before.baseline - next.baseline > before.size * 0.2;

/** The text of two runs that follow each other on a line. */
function joinedText(before: TextRun, next: TextRun): string {
  if (isRaised(before, next)) {
    const raised = raiseDigits(next.text.trim());
    if (raised !== next.text.trim()) return `${before.text.trimEnd()}${raised}`;
  }
  const gap = Math.max(next.left - before.right, before.left - next.right);
  const size = Math.max(before.size, next.size);
  const isSpaced = gap > spaceGap * size || (next.hasSpaceBefore && gap > 0.05 * size);
  return isSpaced ? `${before.text.trimEnd()} ${next.text.trimStart()}` : `${before.text}${next.text}`;
}

const letters = ({ text }: TextRun): number => text.trim().length;
const hasLetter = ({ text }: TextRun): boolean => /\p{L}/u.test(text);

/** Whether all words of two runs are bold; numbers and signs do not count. */
const areBold = (before: TextRun, next: TextRun): boolean => {
  if (!hasLetter(before)) return next.isBold;
  return before.isBold && (next.isBold || !hasLetter(next));
};

/** Two runs as one. Its size and baseline are those of the one with more letters. */
function joined(before: TextRun, next: TextRun): TextRun {
  const main = letters(next) > letters(before) ? next : before;
  return {
    text: joinedText(before, next),
    left: Math.min(before.left, next.left),
    right: Math.max(before.right, next.right),
    baseline: main.baseline,
    size: main.size,
    isBold: areBold(before, next),
    hasSpaceBefore: before.hasSpaceBefore,
    isRightToLeft: main.isRightToLeft,
  };
}

/** The runs of a row joined to pieces: across each gap that is narrower than `gap`, in sizes of the letters. */
export function piecesOfRow(row: readonly TextRun[], gap = pieceGap): TextRun[] {
  const pieces: TextRun[] = [];
  const isRightToLeft = row.filter((run) => run.isRightToLeft).length > row.length / 2;
  for (const run of row.toSorted((left, right) => left.left - right.left)) {
    const last = pieces.at(-1);
    if (!last || run.left - last.right > gap * Math.max(run.size, last.size)) pieces.push(run);
    else pieces[pieces.length - 1] = isRightToLeft ? { ...joined(run, last), left: last.left, right: run.right } : joined(last, run);
  }
  return pieces;
}

/** The runs of a page joined to pieces of lines. */
export const piecesOf = (runs: readonly TextRun[]): TextRun[] => rowsOf(runs).flatMap((row) => piecesOfRow(row));
