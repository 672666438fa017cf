import type { DocumentStore } from '@lectern/document-store';
import type { DeletedAccounts } from '@lectern/service-kit';
import { createExamList } from '../exams/createExamList.ts';
import { createExams, type OwnedGuides } from '../exams/createExams.ts';
import { createItemChoices } from './createItemChoices.ts';
import { createItemSchedules } from './createItemSchedules.ts';
import { createKnownDecks } from './createKnownDecks.ts';
import { createReviewItems } from './createReviewItems.ts';
import { createReviewLog } from './createReviewLog.ts';
import { createReviewQueue } from './createReviewQueue.ts';
import { createReviewSettings } from './createReviewSettings.ts';
import { createReviewSummary } from './createReviewSummary.ts';
import { openReviewStore } from './reviewCollections.ts';

export interface ReviewsOptions {
  store: DocumentStore;
  deletedAccounts: DeletedAccounts;
  /** Asks the library which guides a learner has. */
  ownedGuides: OwnedGuides;
  clock: () => Date;
}

/** Rules of reviewing: cards and missed questions that come back in time. */
export function createReviews(options: ReviewsOptions) {
  const reviewStore = openReviewStore(options.store);
  const settings = createReviewSettings(reviewStore);
  const schedules = createItemSchedules({ ...options, reviewStore });
  const knownDecks = createKnownDecks({ ...options, reviewStore });
  const items = createReviewItems({ ...options, reviewStore, knownDecks, schedules });
  const examList = createExamList({ ...options, reviewStore, schedules, settings });
  const parts = { ...options, reviewStore, settings, schedules, knownDecks, items, examList };
  const queue = createReviewQueue(parts);
  return {
    ...createReviewLog(parts),
    ...createItemChoices(parts),
    exams: createExams({ ...parts, queue }),
    listQueue: queue.list,
    getSummary: createReviewSummary(parts).get,
    getSettings: settings.get,
    updateSettings: settings.update,
    missed: items.missed,
    discardItems: reviewStore.discardItems,
    discardOf: reviewStore.discardOf,
    eraseAll: reviewStore.eraseAll,
  };
}
export type Reviews = ReturnType<typeof createReviews>;
