import * as z from 'zod/mini';
import { ReviewItemKind, ReviewRating, ReviewSettings } from '@lectern/contracts';
import { defineCollection, type DocumentStore } from '@lectern/document-store';
import { createDeletedAccounts, outboxFields, outboxIndex } from '@lectern/service-kit';
import { calendarsCollection } from '../calendar/calendarsCollection.ts';
import { examsCollection } from '../exams/examsCollection.ts';
import { parametersCollection } from '../parameters/parametersCollection.ts';
import { createItemEnding } from './createItemEnding.ts';
import { endedItemsCollection, reviewItemsCollection } from './itemCollections.ts';
import { knownDecksCollection, reviewDaysCollection, reviewLearnersCollection } from './reviewFigures.ts';

export * from './itemCollections.ts';

/**
 * The log: a document for each review, never changed. Only its undo and the deletion of the account delete it: what was done stays done after its card
 * or question was deleted. It says nothing about their content.
 */
export const reviewsCollection = defineCollection({
  name: 'reviews',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    itemId: z.string(),
    kind: ReviewItemKind,
    /** Of an imported review: its deck, so that an import that does not finish leaves no reviews. Older documents have it, too. */
    parentId: z.optional(z.string()),
    rating: ReviewRating,
    answeredAt: z.string(),
    durationMs: z.optional(z.int()),
    /** The learner's day of the answer, and the settings that it was stored under. */
    day: z.int(),
    desiredRetention: z.number(),
    timeZone: z.string(),
    dayStartsAt: z.int(),
    /** See `LoggedReview`. Absent for late reviews, whose order of arrival must make no difference. */
    spread: z.optional(z.number()),
    /** See `LoggedReview`. */
    memory: z.optional(
      z.object({
        state: z.enum(['learning', 'review', 'relearning']),
        stability: z.optional(z.number()),
        difficulty: z.optional(z.number()),
      }),
    ),
  }),
  indexes: {
    byItem: { fields: ['userId', 'itemId', '_id'] },
    byParent: { fields: ['userId', 'parentId', '_id'] },
    byDay: { fields: ['userId', 'day', '_id'] },
  },
});
export type ReviewDocument = z.infer<typeof reviewsCollection.schema>;

/** A learner's settings, under the learner's id, and the next reminder, which follows from them. */
export const reviewSettingsCollection = defineCollection({
  name: 'reviewSettings',
  schema: z.extend(ReviewSettings, {
    _id: z.string(),
    userId: z.string(),
    /** Incremented with every change. Absent in older documents. */
    revision: z.optional(z.int()),
    /** When the learner is to be reminded next; absent while reminders are off. */
    remindAt: z.optional(z.string()),
    /** The learner's day of the last reminder. */
    remindedDay: z.optional(z.int()),
    ...outboxFields,
    // Absent in older documents.
    outbox: z._default(outboxFields.outbox, []),
    outboxCount: z._default(outboxFields.outboxCount, 0),
  }),
  indexes: { byReminder: { fields: ['remindAt', '_id'] }, ...outboxIndex },
});
export type ReviewSettingsDocument = z.infer<typeof reviewSettingsCollection.schema>;

export const reviewCollections = [
  reviewItemsCollection,
  reviewsCollection,
  endedItemsCollection,
  reviewSettingsCollection,
  knownDecksCollection,
  reviewDaysCollection,
  reviewLearnersCollection,
  examsCollection,
  parametersCollection,
  calendarsCollection,
] as const;

/** The stored parts of reviewing, and their removal. */
export const openReviewStore = (store: DocumentStore) => {
  const items = store.collection(reviewItemsCollection);
  const reviews = store.collection(reviewsCollection);
  const endedItems = store.collection(endedItemsCollection);
  const settings = store.collection(reviewSettingsCollection);
  const knownDecks = store.collection(knownDecksCollection);
  const exams = store.collection(examsCollection);
  const parameters = store.collection(parametersCollection);
  const calendars = store.collection(calendarsCollection);
  const days = store.collection(reviewDaysCollection);
  const learners = store.collection(reviewLearnersCollection);
  const { endItems, endItemsOf } = createItemEnding({ items, endedItems, knownDecks, deletedAccounts: createDeletedAccounts(store) });
  return {
    items,
    reviews,
    endedItems,
    settings,
    knownDecks,
    exams,
    parameters,
    calendars,
    days,
    learners,

    /** Marks the figures of a deck as outdated. */
    async touchDeck(userId: string, deckId: string): Promise<void> {
      await knownDecks.update({ userId, _id: deckId }, { increment: { version: 1 } });
    },

    /** Deletes items. What was done stays in the log. May be repeated. */
    discardItems: endItems,
    /** Deletes the items of a deleted deck or quiz. What was done stays in the log. May be repeated. */
    discardOf: endItemsOf,

    /** Deletes everything of a deck that was not stored in the end, and the reviews that its import brought. */
    async discardUnstored(userId: string, deckId: string): Promise<void> {
      await reviews.deleteWhere('byParent', { userId, parentId: deckId });
      await items.deleteWhere('byParent', { userId, parentId: deckId });
      await endItemsOf(userId, deckId);
    },

    async eraseAll(userId: string): Promise<void> {
      await reviews.deleteWhere('byItem', { userId });
      await items.deleteWhere('byUser', { userId });
      await endedItems.deleteWhere('byUser', { userId });
      await knownDecks.deleteWhere('byUser', { userId });
      await days.deleteWhere('byUser', { userId });
      await learners.delete({ userId, _id: userId });
      await settings.delete({ userId, _id: userId });
      await exams.delete({ userId, _id: userId });
      await parameters.delete({ userId, _id: userId });
      await calendars.delete({ userId, _id: userId });
    },
  };
};
export type ReviewStore = ReturnType<typeof openReviewStore>;
