import type { TextRun } from '../textRuns.ts';

/** Height of a run's middle above its baseline, relative to the size. */
const middleHeight = 0.3;

/** Returns the distance of a run's middle from the top edge. */
export const heightOf = ({ baseline, size }: TextRun): number => baseline - middleHeight * size;

/** Finds runs by height without scanning all of them. */
export class RunsByHeight<Run extends TextRun> {
  private readonly runs: readonly Run[];
  private readonly largest: number;

  constructor(runs: readonly Run[]) {
    this.runs = runs.toSorted((one, other) => one.baseline - other.baseline);
    this.largest = runs.reduce((most, { size }) => Math.max(most, size), 0);
  }

  /** Returns the runs whose middle is between two heights, sorted by baseline. */
  between(from: number, to: number): Run[] {
    return this.runs
      .slice(this.firstAt(from), this.firstAt(to + middleHeight * this.largest))
      .filter((run) => heightOf(run) >= from && heightOf(run) < to);
  }

  private firstAt(baseline: number): number {
    let [low, high] = [0, this.runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.runs[middle]?.baseline ?? Infinity) < baseline) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
