import * as z from 'zod/mini';
import { CardPicture, ItemSource, ReviewItemKind, ReviewState } from '@lectern/contracts';
import { defineCollection } from '@lectern/document-store';

/**
 * The place of an item in the queue. `missed`: a question whose last answer was wrong in an attempt; `ready`: reviewed in the last days before an exam,
 * and not due before it; `none`: a question that was never missed or is done, or an item that is suspended or at rest after an exam.
 */
export const QueuePlace = z.enum(['learning', 'review', 'missed', 'new', 'ready', 'none']);
export type QueuePlace = z.infer<typeof QueuePlace>;

/** The places of items that are reviewed at a due time. */
export const duePlaces: readonly QueuePlace[] = ['learning', 'review', 'missed'];

/** A change of the log in progress. */
const PendingChange = z.object({ _id: z.string(), since: z.string() });

/** A reviewable item, under the id of its card or question. */
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
    /** The cited passage, the same for all items of a passage; empty without one. */
    passage: z.string(),
    createdAt: z.string(),
    /** Whether an import is about to add this card to an existing deck. Absent as soon as the deck contains it. */
    awaitsDeck: z.optional(z.boolean()),
    /** For a card: the content in the queue, so that decks need not be read completely. */
    content: z.optional(
      z.object({
        front: z.string(),
        back: z.string(),
        hint: z.optional(z.string()),
        pictures: z.optional(z.array(CardPicture)),
        source: z.optional(ItemSource),
        language: z.optional(z.string()),
      }),
    ),

    // The learner's choices. They cannot be derived from other data.
    suspended: z.boolean(),
    /** A due time that the learner set. Valid until a later review. */
    chosenDue: z.optional(z.object({ due: z.string(), at: z.string() })),
    /** Reviews up to this time do not count. */
    forgottenAt: z.optional(z.string()),

    // Derived from the log and the choices above.
    /** For a question: the time of its last wrong answer in an attempt; `null` without one, absent in older documents, whose questions were all missed. */
    missedAt: z.optional(z.nullable(z.string())),
    place: QueuePlace,
    state: ReviewState,
    due: z.string(),
    stability: z.nullable(z.number()),
    difficulty: z.nullable(z.number()),
    step: z.int(),
    reps: z.int(),
    lapses: z.int(),
    firstDay: z.optional(z.int()),
    /** The first day of a card, which counts towards the daily limit of new cards. */
    introducedDay: z.optional(z.int()),
    lastDay: z.optional(z.int()),
    lastAnsweredAt: z.optional(z.string()),
    /** The place and due time without exams. Absent in older documents. */
    unplanned: z.optional(z.object({ place: QueuePlace, due: z.string() })),

    /** Changes of the log that the fields above may not include yet. */
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

/** A reviewed card or question that was deleted, under its id: the data that the figures and limits of its days need. Its reviews stay in the log. */
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
