// `npm run bench predictions`: replays the log of reviews in the named file, and prints JSON.
import { readFileSync } from 'node:fs';
import { readReviewLog, replayReviews } from './replayReviews.ts';

/** With days of a learner and the newest two fifths held out, the figures are comparable with those published for py-fsrs's log. */
const keptBackByOthers = 0.4;

const csv = readFileSync(process.argv[2] ?? '', 'utf8');
const groups = {
  'days as periods of 24 hours': await replayReviews(readReviewLog(csv)),
  'days from 4 UTC': await replayReviews(readReviewLog(csv, 'days'), keptBackByOthers),
};
process.stdout.write(`${JSON.stringify(groups)}\n`);
