import type { ReviewItem } from '@lectern/contracts';
import type { ReviewDocument } from './reviewCollections.ts';

/** A review as the history of an item shows it. */
export const shownReview = ({ _id, rating, answeredAt, durationMs }: ReviewDocument): ReviewItem['reviews'][number] => ({
  ...{ _id, rating, answeredAt },
  ...(durationMs !== undefined && { durationMs }),
});
