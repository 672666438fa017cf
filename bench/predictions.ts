import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from '@lectern/contracts/schema';
import { row, type Row } from './table.ts';

const root = join(import.meta.dirname, '..');

/** A public log: `tests/review_logs_….csv` of py-fsrs (MIT), 12,580 reviews. Downloaded next to the repository, not committed. */
const log = process.env['BENCH_REVIEW_LOG'] ?? join(root, '..', 'shared', 'py-fsrs-reviews.csv');

const Qualities = z.array(z.object({ name: z.string(), logLoss: z.number(), rmseBins: z.number(), predictions: z.int() }));
const Groups = z.object({ 'days as periods of 24 hours': Qualities, 'days from 4 UTC': Qualities });

const rowsOf = (group: string, qualities: z.infer<typeof Qualities>): Row[] => {
  // The last entry of each half is the mean.
  const meanOf = (index: number): number =>
    qualities[index < qualities.length / 2 ? qualities.length / 2 - 1 : qualities.length - 1]?.logLoss ?? 1;
  return qualities.map(({ name, logLoss, rmseBins, predictions }, index) =>
    row(
      `${name}, ${group}`,
      logLoss / meanOf(index),
      `log loss ${logLoss.toFixed(4)}, RMSE(bins) ${rmseBins.toFixed(4)}, ${predictions} predictions`,
    ),
  );
};

/** How well the newest part of a review log is predicted. Ratio: log loss to that of the mean. */
export function benchPredictions(): Row[] {
  if (!existsSync(log)) return [row('predictions', undefined, 'not measured: BENCH_REVIEW_LOG names no log of reviews')];
  const main = join(root, 'services', 'study', 'src', 'parameters', 'replayReviews.main.ts');
  const groups = Groups.parse(JSON.parse(execFileSync(process.execPath, [main, log], { encoding: 'utf8' })));
  return Object.entries(groups).flatMap(([group, qualities]) => rowsOf(group, qualities));
}
