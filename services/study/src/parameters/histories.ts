import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAll } from '../reviews/readAll.ts';
import type { EndedItemDocument, ReviewDocument, ReviewItemDocument } from '../reviews/reviewCollections.ts';
import { gradeOf, inTime } from '../reviews/scheduleOf.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import { fitBounds } from './packedHistories.ts';
import type { History } from './predictionLoss.ts';

const itemsPerRead = 50;

/** Returns the counted reviews of an item, at most the first ones. */
const historyOf = ({ forgottenAt }: Pick<ReviewItemDocument, 'forgottenAt'>, log: readonly ReviewDocument[], most: number): History => ({
  reviews: log
    .filter(({ answeredAt }) => forgottenAt === undefined || answeredAt > forgottenAt)
    .toSorted(inTime)
    .slice(0, most)
    .map(({ rating, day, answeredAt }) => ({ rating: gradeOf(rating), day, at: Date.parse(answeredAt) })),
});

/** Passes each document to `take` until it returns `false`. Other calls run in between. @returns whether all were taken */
async function each<T extends { _id: string }>(
  read: (paging: { limit: number; after?: string }) => Promise<T[]>,
  take: (item: T) => Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> {
  for (let after: string | undefined; ;) {
    const page = await read({ limit: itemsPerRead, ...(after !== undefined && { after }) });
    for (const item of page) {
      await nextTurn();
      signal.throwIfAborted();
      if (!(await take(item))) return false;
    }
    if (page.length < itemsPerRead) return true;
    after = page.at(-1)?._id;
  }
}

/** Passes each item of a learner to `take` until it returns `false`. @returns whether all were taken */
export const eachScheduledItem = (
  { store }: ScheduleContext,
  userId: string,
  take: (item: ReviewItemDocument) => Promise<boolean>,
  signal: AbortSignal,
): Promise<boolean> => each((paging) => store.reviewItems.find('byUser', { equals: { userId }, ...paging }), take, signal);

/** Reads the histories for a fit, including those of deleted items. `count`: their number of reviews. */
export async function readHistories(
  study: ScheduleContext,
  userId: string,
  signal: AbortSignal,
): Promise<{ histories: History[]; count: number }> {
  const { reviews, endedItems } = study.store;
  const logOf = (itemId: string): Promise<ReviewDocument[]> =>
    readAll(async (paging) => {
      await nextTurn();
      signal.throwIfAborted();
      return reviews.find('byItem', { equals: { userId, itemId }, ...paging });
    });
  const histories: History[] = [];
  let count = 0;
  let read = 0;
  const take = async (item: ReviewItemDocument | EndedItemDocument): Promise<boolean> => {
    if (item.lastDay === undefined) return true;
    const log = await logOf(item._id);
    const history = historyOf(item, log, Math.min(fitBounds.reviewsPerItem, fitBounds.reviews - count));
    histories.push(history);
    count += history.reviews.length;
    read += log.length;
    return count < fitBounds.reviews && read < fitBounds.readReviews;
  };
  // Includes deleted items, so that deleting a deck does not change the parameters.
  if (await eachScheduledItem(study, userId, take, signal))
    await each((paging) => endedItems.find('byUser', { equals: { userId }, ...paging }), take, signal);
  return { histories, count };
}
