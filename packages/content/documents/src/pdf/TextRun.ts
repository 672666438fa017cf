import type { Matrix } from './matrix.ts';

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
