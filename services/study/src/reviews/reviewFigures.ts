import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';

/**
 * Figures that are kept so that they are not counted anew from everything that a learner has. Each is of a version of what it was counted from, and
 * counts only while that is the newest.
 */
export const reviewDaysCollection = defineCollection({
  name: 'reviewDays',
  schema: z.object({
    /** The learner's id and the day. */
    _id: z.string(),
    userId: z.string(),
    day: z.int(),
    /** Incremented when a review of the day comes or goes. */
    version: z.int(),
    /** Of the first answers on the day, without those on an item's first day: how many there are, and how many recalled. */
    figures: z.optional(z.object({ version: z.int(), asked: z.int(), recalled: z.int() })),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
});

/** What is kept of a learner, under the learner's id. */
export const reviewLearnersCollection = defineCollection({
  name: 'reviewLearners',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    version: z.int(),
    /** Days in a row with a review up to the day `through`. */
    streak: z.optional(z.object({ version: z.int(), through: z.int(), days: z.int() })),
    /** The decks from before this collection are all known. */
    hasKnownDecks: z.boolean(),
  }),
});

/** A deck, under its id: what the queue and the summary show of it without reading it. */
export const knownDecksCollection = defineCollection({
  name: 'knownDecks',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** The revision whose cards are all items. */
    revision: z.int(),
    title: z._default(z.string(), ''),
    /** The deck is being changed, or was and its items do not follow yet. */
    isBehind: z._default(z.boolean(), false),
    /** How often a change was announced, and when the last time. */
    changes: z._default(z.int(), 0),
    announcedAt: z._default(z.string(), ''),
    /** Incremented with every change of one of its items. */
    version: z._default(z.int(), 0),
    /** `recall`: the predicted recall of its cards on the day, added up, in units of `recallUnit`, so that sums are exact. */
    dayFigures: z.optional(
      z.object({
        ...{ version: z.int(), day: z.int(), dayEndsAt: z.string() },
        ...{ due: z.int(), new: z.int(), recall: z.int(), cards: z.int() },
      }),
    ),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byBehind: { fields: ['userId', 'isBehind', '_id'] } },
});
/** The unit of the predicted recall that is added up over the cards of a deck. */
export const recallUnit = 1e-9;

export type KnownDeckDocument = z.infer<typeof knownDecksCollection.schema>;
