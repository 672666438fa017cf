import { reviewBounds } from '@lectern/contracts';
import type { ScheduleContext } from '../StudyContext.ts';
import { startOfDay, type LearnerClock } from './learnerDay.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { dueRangeAfter, type LoggedReview, type Weighted } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

// An item is next due on the day with the fewest reviews among those that its interval allows. The choice is stored with the review, so that the
// schedule still depends only on the log.

/** The maximum number of compared days. */
const daysCompared = 9;

/** Counts how many reviews are due on a day of the learner. */
export type LoadOf = (day: number, clock: LearnerClock) => Promise<number>;

/** Counts the load of a learner's days, each once. Use it for one request only, because counts are cached. */
export const loadsOf = ({ store }: ScheduleContext, userId: string): LoadOf => {
  const counted = new Map<number, Promise<number>>();
  return (day, learnerClock) => {
    const endOf = (last: number): string => new Date(startOfDay(last + 1, learnerClock).getTime() - 1).toISOString();
    const known =
      counted.get(day) ?? store.reviewItems.count('byPlace', { userId, place: 'review' }, { above: endOf(day - 1), atMost: endOf(day) });
    counted.set(day, known);
    return known;
  };
};

/**
 * Chooses the day of the next review. A review that arrives late, or is not the newest of its item, gets none, so that reviews answered offline
 * give the same schedule in any order.
 *
 * @returns the `spread` of the review
 */
export async function spreadOf(
  { clock }: ScheduleContext,
  item: ReviewItemDocument,
  review: LoggedReview,
  own: Weighted,
  loadOf: LoadOf,
): Promise<number | undefined> {
  const isLate = Date.parse(review.answeredAt) < clock().getTime() - reviewBounds.clockSlackMs;
  if (isLate || item.isBehind || (item.lastAnsweredAt ?? '') > review.answeredAt) return undefined;
  const range = dueRangeAfter(scheduleOfItem(item), review, own);
  if (!range || range.last === range.first) return undefined;
  const { first, last } = range;
  // In a long range only the days around its middle, which is the unfuzzed interval.
  const from = Math.max(first, Math.round((first + last) / 2) - Math.floor(daysCompared / 2));
  const days = Array.from({ length: Math.min(daysCompared, last - from + 1) }, (_, index) => from + index);
  let [best, fewest] = [from, Infinity];
  for (const day of days) {
    const load = await loadOf(day, review);
    const isNearer = Math.abs(day * 2 - first - last) < Math.abs(best * 2 - first - last);
    if (load < fewest || (load === fewest && isNearer)) [best, fewest] = [day, load];
  }
  // The position of this day in the range, 0 to 1: the middle of its part.
  return (best - first + 0.5) / (last - first + 1);
}
