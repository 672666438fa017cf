import { type GivenEvidence, reviewBounds, type Review, type ReviewItemKind, type ReviewRating } from '@lectern/contracts';
import { toInsert, toUpdate } from '@lectern/document-store';
import { DomainError, notFound, unlessDuplicate, type Creation } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { figuresWrite, outdateFigures } from './deckFigures.ts';
import { invalidField } from './invalidField.ts';
import { dayOf } from './learnerDay.ts';
import { followCards } from './knownDecks.ts';
import { ratingOf } from './learnerRules.ts';
import { reviewItemsCollection, reviewsCollection, type ReviewDocument, type ReviewItemDocument } from './reviewCollections.ts';
import { outdateDays, readDays } from './reviewDays.ts';
import type { KnownDeckDocument } from './reviewFigures.ts';
import { requireItem, requireQuestion } from './reviewItems.ts';
import { readSettings } from './reviewSettings.ts';
import { inTime } from './scheduleOf.ts';
import { announceReview, daysOfChange, logOf, refreshSchedule, scheduledItem } from './schedules.ts';

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

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 20;
/** The number of attempts that also change the figures of the deck. Later ones only outdate them, so that many ratings of one deck do not conflict. */
const figuresRounds = 3;

const fullLog = (): DomainError =>
  new DomainError('conflict', `A card or question can have at most ${reviewBounds.reviewsPerItem.toLocaleString('en')} reviews.`);

/** Updates an item after a change of its log. @throws DomainError `not_found` if it was deleted since */
async function followLog(study: StudyContext, item: ReviewItemDocument, settled: string, day: number): Promise<ReviewItemDocument> {
  const next = await refreshSchedule(study, item, { settled, day });
  if (!next) throw notFound(item.kind === 'card' ? 'Card' : 'Question');
  if (item.kind === 'question') await requireQuestion(study, next);
  return next;
}

/** Reads the data on which a rating depends: of the item, its log and the learner. */
async function readRated(study: StudyContext, userId: string, itemId: string) {
  const { reviewLearners, reviewItems, exams } = study.store;
  const own = { userId, _id: userId };
  const [learner, item, log, planned, settings] = await Promise.all([
    // First, so that a change of exams or parameters during these reads is noticed.
    reviewLearners.get(own),
    reviewItems.get({ userId, _id: itemId }),
    logOf(study, userId, itemId),
    exams.get(own),
    readSettings(study, userId),
  ]);
  return { learner, item, log, settings, rules: { exams: planned?.exams, weights: settings.weights } };
}

/** Reads the deck or quiz of an item. @throws DomainError `not_found` if the question was deleted; deletes its item in this case */
async function readParent(study: StudyContext, item: ReviewItemDocument): Promise<KnownDeckDocument | undefined> {
  const { userId, parentId } = item;
  if (item.kind === 'card') return study.store.knownDecks.get({ userId, _id: parentId });
  await requireQuestion(study, item);
  return undefined;
}

/**
 * Stores a review under the id of its creation, in one step with everything that it changes: its item, the figures of the deck and the day, and the
 * answer of the call.
 *
 * @throws DomainError `invalid` for its time, `not_found`, `conflict`
 */
export async function createReview(
  study: StudyContext,
  userId: string,
  { itemId, kind, rating, evidence = 'review', durationMs, answeredAt }: NewReview,
  creation: Creation,
): Promise<Review> {
  const now = study.clock();
  const answered = timeOfAnswer(answeredAt, now);
  const { newId: _id } = creation;
  let isSettled = false;
  for (let round = 0; round < changeRounds; round++) {
    const { learner, item: found, log, settings, rules } = await readRated(study, userId, itemId);
    if (found?.kind !== kind) {
      // Before the learner's first queue, older decks have no items.
      await requireItem(study, userId, kind, itemId);
      continue;
    }
    const item = found;
    const { desiredRetention, timeZone, dayStartsAt } = settings;
    const known = log.find((review) => review._id === _id);
    const entry: ReviewDocument = known ?? {
      ...{ _id, userId, itemId, kind, rating, answeredAt: answered, ...(durationMs !== undefined && { durationMs }) },
      ...(evidence !== 'review' && { evidence }),
      ...{ day: dayOf(new Date(answered), { timeZone, dayStartsAt }), desiredRetention, timeZone, dayStartsAt },
    };
    const [deck, days] = await Promise.all([readParent(study, item), readDays(study, userId, [entry.day])]);
    if (deck?.isBehind && !isSettled) {
      // After a crash its items may be outdated.
      isSettled = true;
      await followCards(study, userId, deck._id);
      continue;
    }
    if (!known && log.length >= reviewBounds.reviewsPerItem) throw fullLog();
    const whole = known ? log : [...log, entry];
    const { next, change } = scheduledItem(item, whole, rules, now, { settled: _id });
    const changed = daysOfChange(item, next, whole, entry.day);
    const others = changed.filter((day) => day !== entry.day);
    const stored = others.length === 0 ? days : new Map([...days, ...(await readDays(study, userId, others))]);
    const review = asReview(entry, next);
    const isWritten = await study
      .write([
        ...(known ? [] : [toInsert(reviewsCollection, entry)]),
        toUpdate(reviewItemsCollection, item, change, { equals: { revision: item.revision } }),
        ...(deck ? [round < figuresRounds ? figuresWrite(deck, item, next, rules) : outdateFigures(deck)] : []),
        ...outdateDays(userId, changed, stored),
        ratingOf(userId, learner, Math.min(...changed) < dayOf(now, settings)),
        ...(await creation.keep(review)),
      ])
      .catch(unlessDuplicate);
    if (isWritten) return review;
    await creation.confirm();
  }
  throw new DomainError('conflict', 'You are reviewing this in another tab or on another device. Please try again.');
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
