import * as z from '@lectern/contracts/schema';
import { defineCall } from '../call.ts';
import { Deleted, Id, MaterialIds, Message, WholeNumber } from '../primitives.ts';
import {
  GivenEvidence,
  GivenTime,
  GuideMastery,
  ListedReviewItem,
  QueuedReview,
  Review,
  reviewBounds,
  ReviewItem,
  ReviewItemKind,
  ReviewItemList,
  ReviewRating,
  ReviewSettingsEdit,
  ReviewSummary,
  ReviewYear,
  ShownReviewSettings,
} from '../review.ts';

export const listReviewQueue = defineCall({
  id: 'listReviewQueue',
  service: 'study',
  method: 'GET',
  path: '/reviews/queue',
  summary: 'What is to be reviewed today, in the order in which to review it',
  access: 'learner',
  query: z.object({
    limit: z.optional(z.pipe(WholeNumber, z.int().check(z.minimum(1), z.maximum(reviewBounds.queue)))),
    deckId: z.optional(Id),
    studyMaterialId: z.optional(Id),
    /** Limits the queue to items of the exam's guides. */
    examId: z.optional(Id),
  }),
  status: 200,
  answer: z.array(QueuedReview),
  errors: [404, 409],
});

export const createReview = defineCall({
  id: 'createReview',
  service: 'study',
  method: 'POST',
  path: '/reviews',
  summary: 'Rate how well an item was recalled; one that was answered earlier than others is put in its place in time',
  access: 'learner',
  creates: true,
  body: z
    .object({
      itemId: Id,
      kind: ReviewItemKind,
      rating: ReviewRating,
      /** Defaults to `review`. */
      evidence: z.optional(GivenEvidence),
      durationMs: z.optional(z.int().check(z.minimum(0), z.maximum(reviewBounds.durationMs))),
      /** Defaults to now. Not in the future, and not before the year 2000. */
      answeredAt: z.optional(GivenTime),
    })
    .check(
      z.refine(({ kind, rating }) => kind === 'card' || rating === 'again' || rating === 'good', {
        error: 'A question takes again or good',
        path: ['rating'],
      }),
    ),
  status: 201,
  answer: Review,
  errors: [404],
});

export const deleteReview = defineCall({
  id: 'deleteReview',
  service: 'study',
  method: 'DELETE',
  path: '/reviews/:id',
  summary: 'Undo the newest review of an item',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [409],
});

export const getReviewSummary = defineCall({
  id: 'getReviewSummary',
  service: 'study',
  method: 'GET',
  path: '/reviews/summary',
  summary: 'How much is due, today and on the next 30 days, and how much of each deck is known',
  access: 'learner',
  status: 200,
  answer: ReviewSummary,
  errors: [409],
});

export const listMastery = defineCall({
  id: 'listMastery',
  service: 'study',
  method: 'GET',
  path: '/reviews/mastery',
  summary: 'How well guides are known today, in the order of the ids; guides without items are left out',
  access: 'learner',
  query: z.object({ studyMaterialId: MaterialIds }),
  status: 200,
  answer: z.array(GuideMastery),
  errors: [409],
});

export const getReviewYear = defineCall({
  id: 'getReviewYear',
  service: 'study',
  method: 'GET',
  path: '/reviews/year',
  summary: 'How many reviews there were on each of the last 365 days',
  access: 'learner',
  status: 200,
  answer: ReviewYear,
  errors: [],
});

export const getReviewSettings = defineCall({
  id: 'getReviewSettings',
  service: 'study',
  method: 'GET',
  path: '/reviews/settings',
  summary: 'Target retention, daily limits, when the learner’s day begins, and the reminder',
  access: 'learner',
  status: 200,
  answer: ShownReviewSettings,
  errors: [],
});

export const updateReviewSettings = defineCall({
  id: 'updateReviewSettings',
  service: 'study',
  method: 'PUT',
  path: '/reviews/settings',
  summary: 'Change any of the settings; they hold for later reviews',
  access: 'learner',
  body: ReviewSettingsEdit,
  status: 200,
  answer: ShownReviewSettings,
  errors: [409],
});

export const unsubscribeFromReminders = defineCall({
  id: 'unsubscribeFromReminders',
  service: 'study',
  method: 'POST',
  path: '/reviews/reminders/:token/unsubscribe',
  summary: 'Switch reminders off, by the address in a reminder (RFC 8058); 404 for every other address',
  access: 'public',
  networkLimit: 'unsubscriptions',
  ownerLimit: 'unsubscriptions',
  status: 200,
  answer: Message,
  errors: [409],
});

export const listReviewItems = defineCall({
  id: 'listReviewItems',
  service: 'study',
  method: 'GET',
  path: '/reviews/items',
  summary: 'The hardest items, or the suspended ones: of these a page',
  access: 'learner',
  query: z.object({ list: ReviewItemList, after: z.optional(Id) }),
  pages: true,
  status: 200,
  answer: z.array(ListedReviewItem),
  errors: [409],
});

export const getReviewItem = defineCall({
  id: 'getReviewItem',
  service: 'study',
  method: 'GET',
  path: '/reviews/items/:kind/:itemId',
  summary: 'The schedule and the whole history of an item',
  access: 'learner',
  status: 200,
  answer: ReviewItem,
  errors: [],
});

export const updateReviewItem = defineCall({
  id: 'updateReviewItem',
  service: 'study',
  method: 'PUT',
  path: '/reviews/items/:kind/:itemId',
  summary: 'Suspend an item, put it off until a time, or with due null forget its schedule',
  access: 'learner',
  body: z.object({ suspended: z.optional(z.boolean()), due: z.optional(z.nullable(GivenTime)) }),
  status: 200,
  answer: ReviewItem,
  errors: [409],
});
