import type { DocumentStore } from '@lectern/document-store';
import type { DeletedAccounts, Log } from '@lectern/service-kit';
import { createReviewCalendar } from '../calendar/createReviewCalendar.ts';
import { createExamList } from '../exams/createExamList.ts';
import { createExams, type OwnedGuides } from '../exams/createExams.ts';
import { createParameterFits, type ParameterFitsDependencies } from '../parameters/createParameterFits.ts';
import { createImportedHistories } from './createImportedHistories.ts';
import { createItemChoices } from './createItemChoices.ts';
import { createItemSchedules } from './createItemSchedules.ts';
import { createKnownDecks } from './createKnownDecks.ts';
import { createReviewDays } from './createReviewDays.ts';
import { createReviewItems } from './createReviewItems.ts';
import { createReviewLog } from './createReviewLog.ts';
import { createReviewQueue } from './createReviewQueue.ts';
import { createReviewSettings, type ReviewSettingsEdit } from './createReviewSettings.ts';
import { createReviewSummary } from './createReviewSummary.ts';
import { openReviewStore } from './reviewCollections.ts';

export type { ImportedHistory } from './createImportedHistories.ts';

export interface ReviewsOptions {
  store: DocumentStore;
  deletedAccounts: DeletedAccounts;
  /** Asks the library which guides a learner has. */
  ownedGuides: OwnedGuides;
  fit: ParameterFitsDependencies['fit'];
  log: Log;
  /** Of the addresses of calendars. */
  secret: string;
  apiUrl: string;
  clock: () => Date;
}

/** Rules of reviewing: cards and missed questions that come back in time. */
export function createReviews(options: ReviewsOptions) {
  const reviewStore = openReviewStore(options.store);
  const settings = createReviewSettings(reviewStore);
  const days = createReviewDays(reviewStore);
  const schedules = createItemSchedules({ ...options, reviewStore, days });
  const knownDecks = createKnownDecks({ ...options, reviewStore });
  const items = createReviewItems({ ...options, reviewStore, knownDecks, schedules });
  const examList = createExamList({ ...options, reviewStore, schedules, settings });
  const fits = createParameterFits({ ...options, reviewStore, schedules });
  const parts = { ...options, reviewStore, settings, schedules, knownDecks, items, examList, days, fits };
  const queue = createReviewQueue(parts);
  const exams = createExams({ ...parts, queue });
  const getSummary = createReviewSummary(parts).get;
  return {
    ...createReviewLog(parts),
    ...createItemChoices(parts),
    ...createImportedHistories(parts),
    exams,
    calendar: createReviewCalendar({ ...parts, getSummary, listExams: exams.list }),
    listQueue: queue.list,
    getSummary,
    getSettings: settings.show,
    updateSettings: async (userId: string, edit: ReviewSettingsEdit) => {
      await settings.update(userId, edit);
      return settings.show(userId);
    },
    fits,
    eachItem: items.each,
    missed: items.missed,
    announceCards: knownDecks.announce,
    followCards: knownDecks.follow,
    discardItems: reviewStore.discardItems,
    discardOf: reviewStore.discardOf,
    eraseAll: reviewStore.eraseAll,
  };
}
export type Reviews = ReturnType<typeof createReviews>;
