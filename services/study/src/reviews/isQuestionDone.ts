import type { ReviewDocument } from './reviewCollections.ts';

/** The number of learner days on which a missed question must be answered right. */
const daysNeeded = 2;

/** Returns whether a question was answered right in review on two different days since it was missed. */
export const isQuestionDone = (reviews: readonly ReviewDocument[], missedAt: string): boolean =>
  new Set(reviews.filter(({ rating, answeredAt }) => rating !== 'again' && answeredAt >= missedAt).map(({ day }) => day)).size >=
  daysNeeded;
