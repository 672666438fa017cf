// `npm run bench predictions`: replays the log of reviews in the named file, and prints JSON.
import { readFileSync } from 'node:fs';
import { readReviewLog, replayReviews } from './replayReviews.ts';

const histories = readReviewLog(readFileSync(process.argv[2] ?? '', 'utf8'));
process.stdout.write(`${JSON.stringify(await replayReviews(histories))}\n`);
