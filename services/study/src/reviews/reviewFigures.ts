import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';

/**
 * Stored figures, so that they are not recounted from all of a learner's reviews. Each has the version of the data that it was counted from, and is
 * valid only while that version is current.
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
    /** The first answer to each item on the day, except on the item's first day: how many there are, and how many recalled. */
    figures: z.optional(z.object({ version: z.int(), asked: z.int(), recalled: z.int() })),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
});

/** Stored figures of a learner, under the learner's id. */
export const reviewLearnersCollection = defineCollection({
  name: 'reviewLearners',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    version: z.int(),
    /** Days in a row with a review up to the day `through`. */
    streak: z.optional(z.object({ version: z.int(), through: z.int(), days: z.int() })),
    /** Whether all decks that are older than this collection were registered. */
    hasKnownDecks: z.boolean(),
  }),
});

/** Cards of a deck that are in the queue of the day and count alike there: those of one place, guide and passage. */
const QueueGroup = z.object({
  place: z.enum(['learning', 'review', 'new']),
  studyMaterialId: z.string(),
  /** Empty for cards that cite none. */
  passage: z.string(),
  count: z.int(),
});
export type QueueGroup = z.infer<typeof QueueGroup>;

/** A deck, under its id: what the queue and the summary show of it without reading it. */
export const knownDecksCollection = defineCollection({
  name: 'knownDecks',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** The deck's revision that the items correspond to; 0 until the deck is stored. */
    revision: z.int(),
    title: z._default(z.string(), ''),
    /** The deck is being changed, or its items do not follow its last change yet. */
    isBehind: z._default(z.boolean(), false),
    /** How many changes were announced, and when the last one was. */
    changes: z._default(z.int(), 0),
    announcedAt: z._default(z.string(), ''),
    /** An import brings reviews, which are stored before the deck. */
    bringsReviews: z._default(z.boolean(), false),
    /** Incremented with every change of one of its items. */
    version: z._default(z.int(), 0),
    /** `recall`: the predicted recall of its cards on the day, added up, in units of `recallUnit`, so that sums are exact. */
    todayFigures: z.optional(
      z.object({
        ...{ version: z.int(), day: z.int(), dayEndsAt: z.string() },
        ...{ groups: z.array(QueueGroup), recall: z.int(), cards: z.int() },
      }),
    ),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byBehind: { fields: ['userId', 'isBehind', '_id'] } },
});
/** The unit of the predicted recall that is added up over the cards of a deck. */
export const recallUnit = 1e-9;

export type KnownDeckDocument = z.infer<typeof knownDecksCollection.schema>;
