import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAll } from '../reviews/readAll.ts';
import type { EndedItemDocument, ReviewDocument, ReviewItemDocument, ReviewStore } from '../reviews/reviewCollections.ts';
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
const historyOf = ({ forgottenAt }: Pick<ReviewItemDocument, 'forgottenAt'>, log: readonly ReviewDocument[], most: number): History => ({
  reviews: log
    .filter(({ answeredAt }) => forgottenAt === undefined || answeredAt > forgottenAt)
    .toSorted(inTime)
    .slice(0, most)
    .map(({ rating, day, answeredAt }) => ({ rating: gradeOf(rating), day, at: Date.parse(answeredAt) })),
});

/** Reads all items of a learner, deleted ones included, and their reviews. Other calls run in between. */
export function createHistories({ reviewStore: { items, endedItems, reviews }, signal }: HistoriesDependencies) {
  /** Each of the documents in turn, until `take` answers false. @returns whether all were taken */
  const each = async <T extends { _id: string }>(
    read: (paging: { limit: number; after?: string }) => Promise<T[]>,
    take: (item: T) => Promise<boolean>,
  ): Promise<boolean> => {
    for (let after: string | undefined; ;) {
      const page = await read({ limit: itemsAtOnce, ...(after !== undefined && { after }) });
      for (const item of page) {
        await nextTurn();
        signal.throwIfAborted();
        if (!(await take(item))) return false;
      }
      if (page.length < itemsAtOnce) return true;
      after = page.at(-1)?._id;
    }
  };

  /** Each item of a learner in turn. */
  const eachItem = (userId: string, take: (item: ReviewItemDocument) => Promise<boolean>): Promise<boolean> =>
    each((paging) => items.find('byUser', { equals: { userId }, ...paging }), take);

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
    const take = async (item: ReviewItemDocument | EndedItemDocument): Promise<boolean> => {
      if (item.lastDay === undefined) return true;
      const log = await logOf(userId, item._id);
      const history = historyOf(item, log, Math.min(fitBounds.reviewsPerItem, fitBounds.reviews - count));
      histories.push(history);
      count += history.reviews.length;
      read += log.length;
      return count < fitBounds.reviews && read < fitBounds.readReviews;
    };
    // Deleted items are read, too, so that deleting a deck does not change the parameters.
    if (await eachItem(userId, take)) await each((paging) => endedItems.find('byUser', { equals: { userId }, ...paging }), take);
    return { histories, count };
  };

  return { eachItem, readHistories };
}
