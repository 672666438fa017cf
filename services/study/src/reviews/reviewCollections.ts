import * as z from 'zod/mini';
import { ItemSource, ReviewItemKind, ReviewRating, ReviewSettings, ReviewState } from '@lectern/contracts';
import { defineCollection, type DocumentStore } from '@lectern/document-store';
import { createDeletedAccounts, outboxFields, outboxIndex } from '@lectern/service-kit';
import { calendarsCollection } from '../calendar/calendarsCollection.ts';
import { examsCollection } from '../exams/examsCollection.ts';
import { parametersCollection } from '../parameters/parametersCollection.ts';
import { createItemEnding } from './createItemEnding.ts';
import { knownDecksCollection, reviewDaysCollection, reviewLearnersCollection } from './reviewFigures.ts';

/**
 * Where an item stands in the queue. `missed`: a question that was answered wrong and not reviewed yet; `ready`: seen in the last days before an
 * exam, and not due before it; `none`: suspended, done, or at rest after an exam.
 */
export const QueuePlace = z.enum(['learning', 'review', 'missed', 'new', 'ready', 'none']);
export type QueuePlace = z.infer<typeof QueuePlace>;

/** Places of items that are to be reviewed at a time. */
export const duePlaces: readonly QueuePlace[] = ['learning', 'review', 'missed'];

/** A change of the log that is under way. */
const PendingChange = z.object({ _id: z.string(), since: z.string() });

/** An item that can be reviewed, under the id of its card or question. */
export const reviewItemsCollection = defineCollection({
  name: 'reviewItems',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    kind: ReviewItemKind,
    /** Its deck or quiz. */
    parentId: z.string(),
    /** Empty without a guide. */
    studyMaterialId: z.string(),
    /** The passage that it cites, the same for items of one passage; empty without one. */
    passage: z.string(),
    createdAt: z.string(),
    /** Of a card: what the queue shows, so that it need not read whole decks. */
    content: z.optional(z.object({ front: z.string(), back: z.string(), source: z.optional(ItemSource) })),

    // What the learner decided. Nothing else knows it.
    suspended: z.boolean(),
    /** A time that the learner set. It holds until a review that is answered later. */
    chosenDue: z.optional(z.object({ due: z.string(), at: z.string() })),
    /** Reviews up to this time do not count. */
    forgottenAt: z.optional(z.string()),
    /** Of a question: when it was last answered wrong in an attempt. */
    missedAt: z.optional(z.string()),

    // What follows from the log and the above.
    place: QueuePlace,
    state: ReviewState,
    due: z.string(),
    stability: z.nullable(z.number()),
    difficulty: z.nullable(z.number()),
    step: z.int(),
    reps: z.int(),
    lapses: z.int(),
    firstDay: z.optional(z.int()),
    /** The first day of a card, which the daily limit of new cards counts. */
    introducedDay: z.optional(z.int()),
    lastDay: z.optional(z.int()),
    lastAnsweredAt: z.optional(z.string()),
    /** Place and due time without exams. Absent in older documents. */
    unplanned: z.optional(z.object({ place: QueuePlace, due: z.string() })),

    /** Changes of the log that may not be in the fields above yet. */
    pending: z.array(PendingChange),
    isBehind: z.boolean(),
    /** Incremented with every change, so that concurrent changes do not overwrite each other. */
    revision: z.int(),
  }),
  indexes: {
    byUser: { fields: ['userId', '_id'] },
    byParent: { fields: ['userId', 'parentId', '_id'] },
    byPlace: { fields: ['userId', 'place', 'due', '_id'] },
    byMaterial: { fields: ['userId', 'studyMaterialId', '_id'] },
    byParentPlace: { fields: ['userId', 'parentId', 'place', 'due', '_id'] },
    byMaterialPlace: { fields: ['userId', 'studyMaterialId', 'place', 'due', '_id'] },
    byBehind: { fields: ['userId', 'isBehind', '_id'] },
    byIntroducedDay: { fields: ['userId', 'introducedDay', '_id'] },
    byLastDay: { fields: ['userId', 'lastDay', '_id'] },
    bySuspended: { fields: ['userId', 'suspended', '_id'] },
    byLapses: { fields: ['userId', 'suspended', 'lapses', '_id'] },
  },
});
export type ReviewItemDocument = z.infer<typeof reviewItemsCollection.schema>;

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

/** A reviewed card or question that was deleted, under its id: what the figures and limits of its days need. Its reviews stay in the log. */
export const endedItemsCollection = defineCollection({
  name: 'endedReviewItems',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    kind: ReviewItemKind,
    forgottenAt: z.optional(z.string()),
    firstDay: z.optional(z.int()),
    introducedDay: z.optional(z.int()),
    lastDay: z.optional(z.int()),
  }),
  indexes: {
    byUser: { fields: ['userId', '_id'] },
    byIntroducedDay: { fields: ['userId', 'introducedDay', '_id'] },
    byLastDay: { fields: ['userId', 'lastDay', '_id'] },
  },
});
export type EndedItemDocument = z.infer<typeof endedItemsCollection.schema>;

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
