import { reviewBounds } from '@lectern/contracts';
import { startOfDay } from './learnerDay.ts';
import type { ReviewDocument, ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { dueRangeAfter, type Weighted } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

/** The most days that are compared. */
const daysCompared = 9;

/**
 * Chooses the day on which an item is due next, among those that its interval allows: the one with the fewest reviews. The choice is kept with the
 * review, so that the schedule still follows from the log alone. A review that was answered earlier, or that is not the newest of its item, gets
 * none: reviews that were answered offline give the same end in any order.
 * @returns the `spread` of the review
 */
export const createLoadSmoothing =
  ({ items }: ReviewStore, clock: () => Date) =>
  async (item: ReviewItemDocument, review: ReviewDocument, own: Weighted): Promise<number | undefined> => {
    const isLate = Date.parse(review.answeredAt) < clock().getTime() - reviewBounds.clockSlackMs;
    if (isLate || item.isBehind || (item.lastAnsweredAt ?? '') > review.answeredAt) return undefined;
    const range = dueRangeAfter(scheduleOfItem(item), review, own);
    if (!range || range.last === range.first) return undefined;
    const { first, last } = range;
    const endOf = (day: number): string => new Date(startOfDay(day + 1, review).getTime() - 1).toISOString();
    // Around the middle of a long range, which is the interval itself.
    const from = Math.max(first, Math.round((first + last) / 2) - Math.floor(daysCompared / 2));
    const days = Array.from({ length: Math.min(daysCompared, last - from + 1) }, (_, index) => from + index);
    let [best, fewest] = [from, Infinity];
    for (const day of days) {
      const load = await items.count('byPlace', { userId: item.userId, place: 'review' }, { above: endOf(day - 1), atMost: endOf(day) });
      const isNearer = Math.abs(day * 2 - first - last) < Math.abs(best * 2 - first - last);
      if (load < fewest || (load === fewest && isNearer)) [best, fewest] = [day, load];
    }
    // The middle of the part of the range that is this day.
    return (best - first + 0.5) / (last - first + 1);
  };
