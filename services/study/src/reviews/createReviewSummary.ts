import type { ReviewSummary } from '@lectern/contracts';
import { createDeckFigures } from './createDeckFigures.ts';
import type { ReviewDays } from './createReviewDays.ts';
import type { ReviewQueue } from './createReviewQueue.ts';
import { createStreak } from './createStreak.ts';
import { dateOfDay, startOfDay } from './learnerDay.ts';
import { duePlaces, type ReviewStore } from './reviewCollections.ts';

export interface ReviewSummaryDependencies {
  reviewStore: ReviewStore;
  queue: Pick<ReviewQueue, 'counts'>;
  days: ReviewDays;
}

const forecastDays = 30;
const retentionDays = 30;

/** How much is due, and how much is known. Counted from the queue, by indexes and from stored figures, so that the cost does not grow with the number of items. */
export function createReviewSummary({ reviewStore, queue, days }: ReviewSummaryDependencies) {
  const { items } = reviewStore;
  const deckFigures = createDeckFigures(reviewStore);
  const streak = createStreak(reviewStore);

  const countDue = async (userId: string, range: { above: string; atMost: string }): Promise<number> => {
    let due = 0;
    for (const place of duePlaces) due += await items.count('byPlace', { userId, place }, range);
    return due;
  };

  return {
    async get(userId: string): Promise<ReviewSummary> {
      const counts = await queue.counts(userId);
      const { own, today, all } = counts;
      /** The last moment of a day. */
      const endOf = (day: number): string => new Date(startOfDay(day + 1, own).getTime() - 1).toISOString();
      const forecast: ReviewSummary['forecast'] = [{ date: dateOfDay(today), due: all.due }];
      for (let day = today + 1; day < today + forecastDays; day += 1)
        forecast.push({ date: dateOfDay(day), due: await countDue(userId, { above: endOf(day - 1), atMost: endOf(day) }) });
      return {
        ...all,
        reviewedToday: await days.reviewedOn(userId, today),
        retention30d: await days.retention(userId, today, retentionDays),
        streakDays: await streak(userId, today),
        dayEndsAt: startOfDay(today + 1, own).toISOString(),
        forecast,
        decks: await deckFigures.list(userId, counts),
      };
    },
  };
}
