import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';

/**
 * Cached figures, so that they are not recounted from all reviews of a learner. Each has the version of its data, and is valid only for that version.
 */
export const reviewDaysCollection = defineCollection({
  name: 'reviewDays',
  schema: z.object({
    /** The learner's id and the day. */
    _id: z.string(),
    userId: z.string(),
    day: z.int(),
    /** Incremented when a review of the day is added or removed. */
    version: z.int(),
    /** The first answers to items on the day, except on an item's first day: their number, and how many recalled the item. */
    figures: z.optional(z.object({ version: z.int(), asked: z.int(), recalled: z.int() })),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
});

export type ReviewDayDocument = z.infer<typeof reviewDaysCollection.schema>;

/** Cached figures of a learner, under the learner's id. */
export const reviewLearnersCollection = defineCollection({
  name: 'reviewLearners',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    version: z.int(),
    /** The number of consecutive days with a review up to the day `through`. */
    streak: z.optional(z.object({ version: z.int(), through: z.int(), days: z.int() })),
    /** Whether all decks that are older than this collection were registered. */
    hasKnownDecks: z.boolean(),
    /** See `learnerRules.ts`. Absent before the first change of exams or parameters, and before the first rating. */
    rulesVersion: z.optional(z.int()),
    ratings: z.optional(z.int()),
  }),
});
export type LearnerDocument = z.infer<typeof reviewLearnersCollection.schema>;

/** Cards of a deck that count alike in the queue of the day: those of one place, guide and passage. */
const QueueGroup = z.object({
  place: z.enum(['learning', 'review', 'new']),
  studyMaterialId: z.string(),
  /** Empty for cards without a citation. */
  passage: z.string(),
  count: z.int(),
});
export type QueueGroup = z.infer<typeof QueueGroup>;

/** A deck, under its id: the data of the queue and the summary, so that they need not read it. */
export const knownDecksCollection = defineCollection({
  name: 'knownDecks',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** The deck's revision that the items match; 0 until the deck is stored. */
    revision: z.int(),
    title: z._default(z.string(), ''),
    /** Whether the deck is being changed, or its items do not match its last change yet. */
    isBehind: z._default(z.boolean(), false),
    /** The number of announced changes, and the time of the last one. */
    changes: z._default(z.int(), 0),
    announcedAt: z._default(z.string(), ''),
    /** Whether an import brings reviews, which are stored before the deck. */
    bringsReviews: z._default(z.boolean(), false),
    /** Incremented with every change of one of its items. */
    version: z._default(z.int(), 0),
    /** `recall`: the sum of its cards' predicted recall on the day, in units of `recallUnit`, so that sums are exact. */
    todayFigures: z.optional(
      z.object({
        ...{ version: z.int(), day: z.int(), dayEndsAt: z.string() },
        ...{ groups: z.array(QueueGroup), recall: z.int(), cards: z.int() },
      }),
    ),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byBehind: { fields: ['userId', 'isBehind', '_id'] } },
});
/** The unit of summed predicted recall. */
export const recallUnit = 1e-9;

export type KnownDeckDocument = z.infer<typeof knownDecksCollection.schema>;
