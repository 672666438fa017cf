import { defaultReminder, type ReviewSettingsEdit } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { CountOwner, DeletedAccounts, FairQueue, Log } from '@lectern/service-kit';
import { createReviewCalendar } from '../calendar/createReviewCalendar.ts';
import { createExamList } from '../exams/createExamList.ts';
import { createExams, type OwnedGuides } from '../exams/createExams.ts';
import { createParameterFits, type ParameterFitsDependencies } from '../parameters/createParameterFits.ts';
import { createReminders } from '../reminders/createReminders.ts';
import { createImportedHistories } from './createImportedHistories.ts';
import { createItemChoices } from './createItemChoices.ts';
import { createItemSchedules } from './createItemSchedules.ts';
import { createLoadSmoothing } from './createLoadSmoothing.ts';
import { createItemLists } from './createItemLists.ts';
import { createItemViews } from './createItemViews.ts';
import { createKnownDecks } from './createKnownDecks.ts';
import { createReviewDays } from './createReviewDays.ts';
import { createReviewItems } from './createReviewItems.ts';
import { createReviewLog } from './createReviewLog.ts';
import { createReviewQueue } from './createReviewQueue.ts';
import { createReviewSettings } from './createReviewSettings.ts';
import { createReviewSummary } from './createReviewSummary.ts';
import { createSettling } from './createSettling.ts';
import { dayOf } from './learnerDay.ts';
import { openReviewStore } from './reviewCollections.ts';

export type { ImportedHistory } from './createImportedHistories.ts';

export interface ReviewsOptions {
  store: DocumentStore;
  deletedAccounts: DeletedAccounts;
  /** Asks the library which guides a learner has. */
  ownedGuides: OwnedGuides;
  fit: ParameterFitsDependencies['fit'];
  planQueue: FairQueue;
  log: Log;
  /** Of the addresses of calendars, and of those that switch reminders off. */
  secret: string;
  apiUrl: string;
  clock: () => Date;
}

/** Rules of reviewing: cards and missed questions that come back in time. */
export function createReviews(options: ReviewsOptions) {
  const reviewStore = openReviewStore(options.store);
  const settings = createReviewSettings(reviewStore, options.clock);
  const days = createReviewDays(reviewStore);
  const schedules = createItemSchedules({ ...options, reviewStore, days });
  const knownDecks = createKnownDecks({ ...options, reviewStore });
  const items = createReviewItems({ ...options, reviewStore, knownDecks, schedules });
  const examList = createExamList({ ...options, reviewStore, schedules, settings });
  const views = createItemViews(options.store, reviewStore);
  const smoothing = createLoadSmoothing(reviewStore, options.clock);
  const settle = createSettling(knownDecks, schedules);
  const fits = createParameterFits({ ...options, reviewStore, schedules });
  const parts = { ...options, reviewStore, settings, schedules, knownDecks, items, examList, days, fits, smoothing, views, settle };
  const queue = createReviewQueue(parts);
  const exams = createExams({ ...parts, queue });
  const reminders = createReminders({ ...parts, counts: queue.counts });
  const getSummary = createReviewSummary({ ...parts, queue }).get;
  return {
    ...createReviewLog(parts),
    ...createItemChoices(parts),
    ...createImportedHistories(parts),
    exams,
    calendar: createReviewCalendar({ ...parts, getSummary }),
    listQueue: queue.list,
    listItems: createItemLists(parts),
    getYear: async (userId: string) => days.year(userId, dayOf(options.clock(), await settings.get(userId))),
    getSummary,
    getSettings: settings.show,
    updateSettings: async (userId: string, edit: ReviewSettingsEdit) => {
      await settings.update(userId, edit);
      return settings.show(userId);
    },
    reminders,
    unsubscribe: (token: string, countOwner: CountOwner) =>
      reminders.unsubscribe(token, countOwner, async (userId) => {
        const { reminder = defaultReminder } = await settings.get(userId);
        await settings.update(userId, { reminder: { ...reminder, isOn: false } });
      }),
    fits,
    eachItem: items.each,
    eachEndedItem: items.eachEnded,
    missed: items.missed,
    announceCards: (userId: string, deckId: string) => knownDecks.announce(userId, deckId),
    followCards: knownDecks.follow,
    discardItems: reviewStore.discardItems,
    discardOf: reviewStore.discardOf,
    discardUnstored: reviewStore.discardUnstored,
    eraseAll: reviewStore.eraseAll,
  };
}
export type Reviews = ReturnType<typeof createReviews>;
