// `npm run bench predictions`: replays the log of reviews in the given file, and prints JSON.
import { readFileSync } from 'node:fs';
import { readReviewLog, replayReviews } from './replayReviews.ts';

/** The results with learner days and the newest two fifths held out are comparable with those published for py-fsrs's log. */
const keptBackByOthers = 0.4;

const csv = readFileSync(process.argv[2] ?? '', 'utf8');
const groups = {
  'days as periods of 24 hours': await replayReviews(readReviewLog(csv)),
  'days from 4 UTC': await replayReviews(readReviewLog(csv, 'days'), keptBackByOthers),
};
process.stdout.write(`${JSON.stringify(groups)}\n`);
