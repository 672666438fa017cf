import type { ReviewSummary } from '@lectern/contracts';
import type { ScheduleContext, StudyContext } from '../StudyContext.ts';
import { listDeckFigures } from './deckFigures.ts';
import { dateOfDay, startOfDay } from './learnerDay.ts';
import { duePlaces } from './reviewCollections.ts';
import { retentionOf, reviewedOn, streakOf } from './reviewDays.ts';
import { countDue } from './reviewQueue.ts';

const forecastDays = 30;
const retentionDays = 30;

/** Counts the items that become due in a range of time. */
async function countBetween({ store }: ScheduleContext, userId: string, range: { above: string; atMost: string }): Promise<number> {
  let due = 0;
  for (const place of duePlaces) due += await store.reviewItems.count('byPlace', { userId, place }, range);
  return due;
}

/** Summarises how much is due and known. Uses the queue, indexes and cached figures, so that the cost does not grow with the number of items. */
export async function getReviewSummary(study: StudyContext, userId: string): Promise<ReviewSummary> {
  const counts = await countDue(study, userId);
  const { own, today, all } = counts;
  /** Returns the last moment of a day. */
  const endOf = (day: number): string => new Date(startOfDay(day + 1, own).getTime() - 1).toISOString();
  const forecast: ReviewSummary['forecast'] = [{ date: dateOfDay(today), due: all.due }];
  for (let day = today + 1; day < today + forecastDays; day += 1)
    forecast.push({ date: dateOfDay(day), due: await countBetween(study, userId, { above: endOf(day - 1), atMost: endOf(day) }) });
  return {
    ...all,
    reviewedToday: await reviewedOn(study, userId, today),
    retention30d: await retentionOf(study, userId, today, retentionDays),
    streakDays: await streakOf(study, userId, today),
    dayEndsAt: startOfDay(today + 1, own).toISOString(),
    forecast,
    decks: await listDeckFigures(study, userId, counts),
  };
}
