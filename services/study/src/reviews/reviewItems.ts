import type { ReviewItem, ReviewItemKind } from '@lectern/contracts';
import { eachOf, notFound, readPage } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { endItems } from './endItems.ts';
import { settleDeck, settleDecks } from './knownDecks.ts';
import { readPages } from './readAll.ts';
import type { ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { findBehind, logOf, refreshSchedule } from './schedules.ts';

/** Items per read. */
const itemsPerRead = 200;

/** Returns a review in the form of an item's history. */
export const shownReview = ({ _id, rating, answeredAt, durationMs, evidence }: ReviewDocument): ReviewItem['reviews'][number] => ({
  ...{ _id, rating, answeredAt },
  ...(durationMs !== undefined && { durationMs }),
  ...(evidence !== undefined && { evidence }),
});

/**
 * Completes a learner's interrupted changes of decks and review logs. Called before every read of several items. Updates the cards of decks first,
 * then the schedules of items.
 */
export async function settleReviews(study: StudyContext, userId: string): Promise<void> {
  const [behind] = await Promise.all([findBehind(study, userId), settleDecks(study, userId)]);
  for (const _id of behind) await refreshSchedule(study, { userId, _id });
}

/** @throws DomainError `not_found` if the question was deleted; deletes its item in this case */
export async function requireQuestion(study: StudyContext, { _id, userId, parentId }: ReviewItemDocument): Promise<void> {
  const quiz = await study.store.quizzes.get({ userId, _id: parentId });
  if (quiz?.questions.some((question) => question._id === _id)) return;
  await endItems(study, userId, [_id]);
  throw notFound('Question');
}

/** Yields all items of a learner, a page at a time. */
export async function* eachItem(
  study: StudyContext,
  userId: string,
): AsyncIterable<{ itemId: string; kind: ReviewItemKind; parentId: string }> {
  await settleDecks(study, userId);
  const { reviewItems } = study.store;
  const read = (after: string | undefined) =>
    readPage(itemsPerRead, (limit) => reviewItems.find('byUser', { equals: { userId }, limit, ...(after !== undefined && { after }) }));
  for await (const { _id, kind, parentId } of eachOf(read)) yield { itemId: _id, kind, parentId };
}

/** Yields the deleted items of a learner with their reviews, a page at a time. */
export async function* eachEndedItem(
  study: StudyContext,
  userId: string,
): AsyncIterable<{ itemId: string; kind: ReviewItemKind; reviews: ReviewItem['reviews'] }> {
  for await (const page of readPages((paging) => study.store.endedItems.find('byUser', { equals: { userId }, ...paging })))
    for (const { _id: itemId, kind } of page) yield { itemId, kind, reviews: (await logOf(study, userId, itemId)).map(shownReview) };
}

/** Returns an item of the learner. @throws DomainError `not_found`, also if it was deleted */
export async function requireItem(study: StudyContext, userId: string, kind: ReviewItemKind, itemId: string): Promise<ReviewItemDocument> {
  const read = async (): Promise<ReviewItemDocument | undefined> => {
    const item = await study.store.reviewItems.get({ userId, _id: itemId });
    return item?.userId === userId && item.kind === kind ? item : undefined;
  };
  let item = await read();
  if (kind === 'card') {
    // After a crash its deck may be behind; before the learner's first queue, older decks have no items.
    if (item) await settleDeck(study, userId, item.parentId);
    else await settleDecks(study, userId);
    item = await read();
  }
  if (!item) throw notFound(kind === 'card' ? 'Card' : 'Question');
  if (kind === 'question') await requireQuestion(study, item);
  return item;
}
