import type { Matrix } from './matrix.ts';
import { raiseDigits } from '../text/cleanText.ts';

/** A run of text, or several without a wide gap. Points from the left and top edge of the page as it is read. */
export interface TextRun {
  text: string;
  left: number;
  right: number;
  baseline: number;
  size: number;
  isBold: boolean;
  /** Whether the file has a space or the end of a line before it. */
  hasSpaceBefore: boolean;
  isRightToLeft: boolean;
  /** For a row of a ruled table: the lines of each cell, of all rows of the table. */
  ruledRows?: string[][][];
}

export interface TextDirection {
  /** The text's quarter turns clockwise on the page. */
  turns: number;
  /** Positioned on the page turned until the text is upright. */
  runs: TextRun[];
}

/** The text of a page as the file has it, upright text first. */
export interface PageText {
  page: number;
  width: number;
  height: number;
  /** From file to page coordinates. */
  toPage: Matrix;
  /** Whether reading its text took so long that its drawing is skipped. */
  isLong: boolean;
  /** Text that stands on its side is turned upright. */
  directions: TextDirection[];
}

/** Runs closer than this form one piece. The gap between two columns is wider. Relative to the size. */
const pieceGap = 0.8;
/** A wider gap is a space. Relative to the size. */
const spaceGap = 0.17;
/** Runs stand on one line if their baselines differ less. Relative to the smaller size; raised digits qualify. */
const baselineGap = 0.6;

/** Groups the runs of a page into rows from top to bottom. */
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

/** Whether all words of two runs are bold, ignoring numbers and signs. */
const areBold = (before: TextRun, next: TextRun): boolean => {
  if (!hasLetter(before)) return next.isBold;
  return before.isBold && (next.isBold || !hasLetter(next));
};

/** Joins two runs. Size and baseline are those of the one with more letters. */
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

/** Joins the runs of a row to pieces across gaps narrower than `gap`, relative to the size. */
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

export const piecesOf = (runs: readonly TextRun[]): TextRun[] => rowsOf(runs).flatMap((row) => piecesOfRow(row));
