import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ItemSchedules } from '../reviews/createItemSchedules.ts';
import type { ReviewDocument, ReviewItemDocument, ReviewStore } from '../reviews/reviewCollections.ts';
import { gradeOf, inTime } from '../reviews/scheduleOf.ts';
import type { History } from './predictionLoss.ts';

export interface HistoriesDependencies {
  reviewStore: ReviewStore;
  schedules: Pick<ItemSchedules, 'logOf'>;
  /** Aborts the reading. */
  signal: AbortSignal;
}

/** No further item is read once there are this many reviews. */
const mostReviews = 50_000;
const itemsAtOnce = 50;

const historyOf = ({ forgottenAt }: ReviewItemDocument, log: readonly ReviewDocument[]): History => ({
  reviews: log
    .filter(({ answeredAt }) => forgottenAt === undefined || answeredAt > forgottenAt)
    .toSorted(inTime)
    .map(({ rating, day, answeredAt }) => ({ rating: gradeOf(rating), day, at: Date.parse(answeredAt) })),
});

/** Reads all items of a learner, and their reviews. Other calls run in between. */
export function createHistories({ reviewStore: { items }, schedules, signal }: HistoriesDependencies) {
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

  const readHistories = async (userId: string): Promise<{ histories: History[]; count: number }> => {
    const histories: History[] = [];
    let count = 0;
    await eachItem(userId, async (item) => {
      if (item.lastDay === undefined) return true;
      const history = historyOf(item, await schedules.logOf(userId, item._id));
      histories.push(history);
      count += history.reviews.length;
      return count < mostReviews;
    });
    return { histories, count };
  };

  return { eachItem, readHistories };
}
