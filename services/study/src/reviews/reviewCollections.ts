import { ReviewEvidence, ReviewItemKind, ReviewRating, ReviewSettings } from '@lectern/contracts';
import { defineCollection } from '@lectern/document-store';
import { outboxFields, outboxIndex } from '@lectern/service-kit';
import * as z from 'zod/mini';
import { examsCollection } from '../exams/examsCollection.ts';
import { endedItemsCollection, reviewItemsCollection } from './itemCollections.ts';
import { knownDecksCollection, reviewDaysCollection, reviewLearnersCollection } from './reviewFigures.ts';

/** The result of fitting FSRS to a learner's reviews, under the learner's id. */
export const parametersCollection = defineCollection({
  name: 'reviewParameters',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** The start of the last fit. */
    checkedAt: z.string(),
    /** The learner's own parameters; absent while the default ones predict equally well. */
    weights: z.optional(z.array(z.number())),
    /** The number of used reviews, and the log loss on the newest fifth of the predictions, with the default and the fitted parameters. */
    fit: z.optional(z.object({ at: z.string(), reviews: z.int(), lossOfDefault: z.number(), lossOfOwn: z.number() })),
    /** Whether the schedules of all items use the parameters above. */
    isApplied: z.boolean(),
  }),
});
export type ParametersDocument = z.infer<typeof parametersCollection.schema>;

/** A learner's calendar, under the learner's id. */
const calendarsCollection = defineCollection({
  name: 'reviewCalendars',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** Part of the address, changed by each renewal. */
    calendarId: z.string(),
  }),
});

export * from './itemCollections.ts';

/**
 * The log: one immutable document per review. Only its undo and the deletion of the account delete it, so it outlives its card or question. It
 * contains none of their content.
 */
export const reviewsCollection = defineCollection({
  name: 'reviews',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    itemId: z.string(),
    kind: ReviewItemKind,
    /** The deck of an imported review, so that an unfinished import leaves no reviews. Older documents of other reviews have it, too. */
    parentId: z.optional(z.string()),
    rating: ReviewRating,
    /** Absent for a rating in a review session. */
    evidence: z.optional(ReviewEvidence),
    answeredAt: z.string(),
    durationMs: z.optional(z.int()),
    /** The learner's day of the answer, and the settings at that time. */
    day: z.int(),
    desiredRetention: z.number(),
    timeZone: z.string(),
    dayStartsAt: z.int(),
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

/** A learner's settings, under the learner's id, and the resulting time of the next reminder. */
export const reviewSettingsCollection = defineCollection({
  name: 'reviewSettings',
  schema: z.extend(ReviewSettings, {
    _id: z.string(),
    userId: z.string(),
    /** Incremented with every change. Absent in older documents. */
    revision: z.optional(z.int()),
    /** The time of the next reminder; absent while reminders are off. */
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

export const reviewCollections = {
  reviewItems: reviewItemsCollection,
  reviews: reviewsCollection,
  endedItems: endedItemsCollection,
  reviewSettings: reviewSettingsCollection,
  knownDecks: knownDecksCollection,
  reviewDays: reviewDaysCollection,
  reviewLearners: reviewLearnersCollection,
  exams: examsCollection,
  parameters: parametersCollection,
  calendars: calendarsCollection,
} as const;
