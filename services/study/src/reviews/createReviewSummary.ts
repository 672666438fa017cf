import type { ReviewSummary } from '@lectern/contracts';
import type { ExamList } from '../exams/createExamList.ts';
import { createDeckFigures } from './createDeckFigures.ts';
import type { Settle } from './createSettling.ts';
import type { ReviewDays } from './createReviewDays.ts';
import type { ReviewSettingsRules } from './createReviewSettings.ts';
import { createStreak } from './createStreak.ts';
import { dateOfDay, dayOf, startOfDay } from './learnerDay.ts';
import { duePlaces, type ReviewStore } from './reviewCollections.ts';

export interface ReviewSummaryDependencies {
  reviewStore: ReviewStore;
  settle: Settle;
  settings: ReviewSettingsRules;
  examList: ExamList;
  days: ReviewDays;
  clock: () => Date;
}

const forecastDays = 30;
const retentionDays = 30;

/** How much is due, and how much is known. Counted by indexes and from stored figures, so that the cost does not grow with the number of items. */
export function createReviewSummary({ reviewStore, settle, settings, examList, days, clock }: ReviewSummaryDependencies) {
  const { items } = reviewStore;
  const deckFigures = createDeckFigures(reviewStore);
  const streak = createStreak(reviewStore);

  const countDue = async (userId: string, range: { above?: string; atMost: string }): Promise<number> => {
    let due = 0;
    for (const place of duePlaces) due += await items.count('byPlace', { userId, place }, range);
    return due;
  };

  return {
    async get(userId: string): Promise<ReviewSummary> {
      await settle(userId);
      await examList.current(userId);
      const own = await settings.get(userId);
      const today = dayOf(clock(), own);
      /** The last moment of a day. */
      const endOf = (day: number): string => new Date(startOfDay(day + 1, own).getTime() - 1).toISOString();
      const forecast: ReviewSummary['forecast'] = [];
      for (let day = today; day < today + forecastDays; day += 1) {
        const range = { atMost: endOf(day), ...(day > today && { above: endOf(day - 1) }) };
        forecast.push({ date: dateOfDay(day), due: await countDue(userId, range) });
      }
      return {
        due: forecast[0]?.due ?? 0,
        new: await items.count('byPlace', { userId, place: 'new' }, { atMost: endOf(today) }),
        reviewedToday: await days.reviewedOn(userId, today),
        retention30d: await days.retention(userId, today, retentionDays),
        streakDays: await streak(userId, today),
        dayEndsAt: startOfDay(today + 1, own).toISOString(),
        forecast,
        decks: await deckFigures.list(userId, today, endOf(today), own),
      };
    },
  };
}
