import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAll } from '../reviews/readAll.ts';
import type { ReviewDocument, ReviewItemDocument, ReviewStore } from '../reviews/reviewCollections.ts';
import { gradeOf, inTime } from '../reviews/scheduleOf.ts';
import { fitBounds } from './fitBounds.ts';
import type { History } from './predictionLoss.ts';

export interface HistoriesDependencies {
  reviewStore: ReviewStore;
  /** Aborts the reading. */
  signal: AbortSignal;
}

const itemsAtOnce = 50;

/** The first reviews of an item that count. */
const historyOf = ({ forgottenAt }: ReviewItemDocument, log: readonly ReviewDocument[], most: number): History => ({
  reviews: log
    .filter(({ answeredAt }) => forgottenAt === undefined || answeredAt > forgottenAt)
    .toSorted(inTime)
    .slice(0, most)
    .map(({ rating, day, answeredAt }) => ({ rating: gradeOf(rating), day, at: Date.parse(answeredAt) })),
});

/** Reads all items of a learner, and their reviews. Other calls run in between. */
export function createHistories({ reviewStore: { items, reviews }, signal }: HistoriesDependencies) {
  /** Each item of a learner in turn. */
  const eachItem = async (userId: string, take: (item: ReviewItemDocument) => Promise<boolean>): Promise<void> => {
    for (let after: string | undefined; ;) {
      const page = await items.find('byUser', { equals: { userId }, limit: itemsAtOnce, ...(after !== undefined && { after }) });
      for (const item of page) {
        await nextTurn();
        signal.throwIfAborted();
        if (!(await take(item))) return;
      }
      if (page.length < itemsAtOnce) return;
      after = page.at(-1)?._id;
    }
  };

  const logOf = (userId: string, itemId: string): Promise<ReviewDocument[]> =>
    readAll(async (paging) => {
      await nextTurn();
      signal.throwIfAborted();
      return reviews.find('byItem', { equals: { userId, itemId }, ...paging });
    });

  /** The histories that a fit takes, and how many reviews they have. */
  const readHistories = async (userId: string): Promise<{ histories: History[]; count: number }> => {
    const histories: History[] = [];
    let count = 0;
    let read = 0;
    await eachItem(userId, async (item) => {
      if (item.lastDay === undefined) return true;
      const log = await logOf(userId, item._id);
      const history = historyOf(item, log, Math.min(fitBounds.reviewsPerItem, fitBounds.reviews - count));
      histories.push(history);
      count += history.reviews.length;
      read += log.length;
      return count < fitBounds.reviews && read < fitBounds.readReviews;
    });
    return { histories, count };
  };

  return { eachItem, readHistories };
}
