import type { TextRun } from '../textRuns.ts';

/** The middle of a run's letters above its line, in sizes of the letters. */
const middleHeight = 0.3;

/** The distance of the middle of a run's letters from the top edge of the page. */
export const heightOf = ({ baseline, size }: TextRun): number => baseline - middleHeight * size;

/** Runs of a page, of which those at a height are found without looking at all others. */
export class RunsByHeight<Run extends TextRun> {
  private readonly runs: readonly Run[];
  private readonly largest: number;

  constructor(runs: readonly Run[]) {
    this.runs = runs.toSorted((one, other) => one.baseline - other.baseline);
    this.largest = runs.reduce((most, { size }) => Math.max(most, size), 0);
  }

  /** The runs whose letters have their middle between two heights, sorted by their baselines. */
  between(from: number, to: number): Run[] {
    return this.runs
      .slice(this.firstAt(from), this.firstAt(to + middleHeight * this.largest))
      .filter((run) => heightOf(run) >= from && heightOf(run) < to);
  }

  /** The index of the first run that stands at a baseline or below it. */
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
