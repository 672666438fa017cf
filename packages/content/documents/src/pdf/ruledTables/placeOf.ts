import type { TextRun } from '../TextRun.ts';
import type { Grid } from './gridsOf.ts';
import { heightOf } from './RunsByHeight.ts';

/** The index of the stretch between two ends that a place is in; -1 outside. */
function stretchAt(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 1];
  if (at < (ends[low] ?? Infinity) || at >= (ends[high] ?? -Infinity)) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at < (ends[middle] ?? Infinity)) high = middle;
    else low = middle;
  }
  return low;
}

/** The place of the grid that a run stands in; -1 outside of it. */
export function placeOf({ xs, ys }: Grid, run: TextRun): number {
  const column = stretchAt(xs, (run.left + run.right) / 2);
  const row = stretchAt(ys, heightOf(run));
  return column < 0 || row < 0 ? -1 : row * (xs.length - 1) + column;
}
