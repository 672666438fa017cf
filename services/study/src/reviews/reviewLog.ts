import { type GivenEvidence, reviewBounds, type Review, type ReviewItemKind, type ReviewRating } from '@lectern/contracts';
import { DomainError, insertOnce, notFound, type Creation } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { invalidField } from './invalidField.ts';
import { dayOf } from './learnerDay.ts';
import type { ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { requireItem, requireQuestion } from './reviewItems.ts';
import { readSettings } from './reviewSettings.ts';
import { inTime } from './scheduleOf.ts';
import { announceReview, logOf, refreshSchedule } from './schedules.ts';

/** A learner's answer. */
export interface NewReview {
  itemId: string;
  kind: ReviewItemKind;
  rating: ReviewRating;
  /** Defaults to `review`. */
  evidence?: GivenEvidence | undefined;
  durationMs?: number | undefined;
  /** ISO 8601; defaults to now. */
  answeredAt?: string | undefined;
}

/** Normalises the time of an answer to its stored form. @throws DomainError `invalid` */
const timeOfAnswer = (answeredAt: string | undefined, now: Date): string => {
  const time = answeredAt === undefined ? now : new Date(answeredAt);
  if (time.getTime() > now.getTime() + reviewBounds.clockSlackMs) throw invalidField('answeredAt', 'A review cannot be in the future.');
  if (time < new Date(reviewBounds.earliest)) throw invalidField('answeredAt', 'A review cannot be from before the year 2000.');
  return time.toISOString();
};

const asReview = (review: ReviewDocument, item: ReviewItemDocument): Review => ({
  _id: review._id,
  itemId: review.itemId,
  kind: review.kind,
  rating: review.rating,
  answeredAt: review.answeredAt,
  state: item.state,
  due: item.due,
  stability: item.stability,
  difficulty: item.difficulty,
});

/** Returns whether an item can have another review. */
export const hasRoomInLog = async ({ store }: StudyContext, userId: string, itemId: string): Promise<boolean> =>
  (await store.reviews.count('byItem', { userId, itemId })) < reviewBounds.reviewsPerItem;

/** @throws DomainError `conflict` */
async function requireRoomInLog(study: StudyContext, userId: string, itemId: string): Promise<void> {
  if (!(await hasRoomInLog(study, userId, itemId)))
    throw new DomainError('conflict', `A card or question can have at most ${reviewBounds.reviewsPerItem.toLocaleString('en')} reviews.`);
}

/** Updates an item after a change of its log. @throws DomainError `not_found` if it was deleted since */
async function followLog(study: StudyContext, item: ReviewItemDocument, settled: string, day: number): Promise<ReviewItemDocument> {
  const next = await refreshSchedule(study, item, { settled, day });
  if (!next) throw notFound(item.kind === 'card' ? 'Card' : 'Question');
  if (item.kind === 'question') await requireQuestion(study, next);
  return next;
}

/**
 * Stores a review under the id of its creation, so that a retry finds it. The item first records that its log is about to change. Then the review is
 * stored and the item updated. After a crash in between, that record shows that the item may be outdated.
 *
 * @throws DomainError `invalid` for its time, `not_found`, `conflict`
 */
export async function createReview(
  study: StudyContext,
  userId: string,
  { itemId, kind, rating, evidence = 'review', durationMs, answeredAt }: NewReview,
  creation: Creation,
): Promise<Review> {
  const answered = timeOfAnswer(answeredAt, study.clock());
  const item = await requireItem(study, userId, kind, itemId);
  const own = await readSettings(study, userId);
  const { desiredRetention, timeZone, dayStartsAt } = own;
  const { newId: _id } = creation;
  if (!creation.resumed) await requireRoomInLog(study, userId, itemId);
  const entry: ReviewDocument = {
    ...{ _id, userId, itemId, kind, rating, answeredAt: answered, ...(durationMs !== undefined && { durationMs }) },
    ...(evidence !== 'review' && { evidence }),
    ...{ day: dayOf(new Date(answered), { timeZone, dayStartsAt }), desiredRetention, timeZone, dayStartsAt },
  };
  await announceReview(study, item, _id);
  const isNew = await insertOnce(study.store.reviews, entry);
  const stored = isNew ? entry : ((await study.store.reviews.get({ userId, _id })) ?? entry);
  return asReview(stored, await followLog(study, item, _id, stored.day));
}

/** Undoes the newest review of an item, and restores the previous schedule. @throws DomainError `conflict` for an older review */
export async function deleteReview(study: StudyContext, userId: string, id: string): Promise<{ _id: string }> {
  const { reviews } = study.store;
  const review = await reviews.get({ userId, _id: id });
  if (review?.userId !== userId) throw notFound('Review');
  const item = await requireItem(study, userId, review.kind, review.itemId);
  const newest = (await logOf(study, userId, item._id)).sort(inTime).at(-1);
  if (newest?._id !== id) throw new DomainError('conflict', 'Only the latest review of a card or question can be undone.');
  const changeId = `undo-${id}`;
  await announceReview(study, item, changeId);
  await reviews.delete({ userId, _id: id }, { equals: { userId } });
  await followLog(study, item, changeId, review.day);
  return { _id: id };
}
