import { reviewBounds, type Review, type ReviewItemKind, type ReviewRating } from '@lectern/contracts';
import { DomainError, insertOnce, notFound, type Creation } from '@lectern/service-kit';
import type { ItemSchedules } from './createItemSchedules.ts';
import type { LoadSmoothing } from './createLoadSmoothing.ts';
import type { ReviewItems } from './createReviewItems.ts';
import type { ReviewSettingsRules } from './createReviewSettings.ts';
import { invalidField } from './invalidField.ts';
import { dayOf } from './learnerDay.ts';
import type { ReviewDocument, ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { inTime } from './scheduleOf.ts';

export interface ReviewLogDependencies {
  reviewStore: ReviewStore;
  items: ReviewItems;
  schedules: ItemSchedules;
  settings: ReviewSettingsRules;
  smoothing: LoadSmoothing;
  clock: () => Date;
}

/** An answer of the learner. */
export interface NewReview {
  itemId: string;
  kind: ReviewItemKind;
  rating: ReviewRating;
  durationMs?: number | undefined;
  /** ISO 8601; left out, it is now. */
  answeredAt?: string | undefined;
}

/** The time of an answer in the one form that is stored. @throws DomainError `invalid` */
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

/**
 * Reviews and their undo. A change of the log is announced in the item first, then made, and then the
 * item follows the log. After a crash in between, the announcement shows that the item may be behind.
 */
export function createReviewLog({ reviewStore, items, schedules, settings, smoothing, clock }: ReviewLogDependencies) {
  const { reviews } = reviewStore;
  /** @throws DomainError `conflict` */
  const requireRoom = async (userId: string, itemId: string): Promise<void> => {
    if ((await reviews.count('byItem', { userId, itemId })) >= reviewBounds.reviewsPerItem)
      throw new DomainError('conflict', `A card or question can have at most ${reviewBounds.reviewsPerItem.toLocaleString('en')} reviews.`);
  };

  /** The item after a change of its log. @throws DomainError `not_found` when it was deleted meanwhile */
  const followed = async (item: ReviewItemDocument, settled: string, day: number): Promise<ReviewItemDocument> => {
    const next = await schedules.refresh(item, { settled, day });
    if (!next) throw notFound(item.kind === 'card' ? 'Card' : 'Question');
    if (item.kind === 'question') await items.requireContent(next);
    return next;
  };

  return {
    /** Stores a review under the id of its creation, so that a retry finds it. */
    async create(userId: string, { itemId, kind, rating, durationMs, answeredAt }: NewReview, creation: Creation): Promise<Review> {
      const answered = timeOfAnswer(answeredAt, clock());
      const item = await items.get(userId, kind, itemId);
      const own = await settings.get(userId);
      const { desiredRetention, timeZone, dayStartsAt } = own;
      const { newId: _id } = creation;
      if (!creation.resumed) await requireRoom(userId, itemId);
      const entry: ReviewDocument = {
        ...{ _id, userId, itemId, kind, rating, answeredAt: answered, ...(durationMs !== undefined && { durationMs }) },
        ...{ day: dayOf(new Date(answered), { timeZone, dayStartsAt }), desiredRetention, timeZone, dayStartsAt },
      };
      const spread = await smoothing.spreadOf(item, entry, own, smoothing.loadsOf(userId));
      if (spread !== undefined) entry.spread = spread;
      await schedules.announce(item, _id);
      const isNew = await insertOnce(reviews, entry);
      const stored = isNew ? entry : ((await reviews.get({ userId, _id })) ?? entry);
      return asReview(stored, await followed(item, _id, stored.day));
    },

    /** Removes the newest review of an item, which restores its former schedule. @throws DomainError `conflict` for an older review */
    async undo(userId: string, id: string): Promise<{ _id: string }> {
      const review = await reviews.get({ userId, _id: id });
      if (review?.userId !== userId) throw notFound('Review');
      const item = await items.get(userId, review.kind, review.itemId);
      const newest = (await schedules.logOf(userId, item._id)).sort(inTime).at(-1);
      if (newest?._id !== id) throw new DomainError('conflict', 'Only the latest review of a card or question can be undone.');
      const changeId = `undo-${id}`;
      await schedules.announce(item, changeId);
      await reviews.delete({ userId, _id: id }, { equals: { userId } });
      await followed(item, changeId, review.day);
      return { _id: id };
    },
  };
}
