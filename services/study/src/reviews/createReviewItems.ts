import type { ReviewItem, ReviewItemKind } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { eachOf, insertOnce, notFound, readPage } from '@lectern/service-kit';
import { quizzesCollection, type QuizDocument } from '../store.ts';
import type { ItemSchedules } from './createItemSchedules.ts';
import type { KnownDecks } from './createKnownDecks.ts';
import type { ItemChoices } from './itemFields.ts';
import { newItem } from './newItem.ts';
import { passageOf } from './passageOf.ts';
import { readPages } from './readAll.ts';
import { shownReview } from './shownReview.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

export interface ReviewItemsDependencies {
  store: DocumentStore;
  reviewStore: ReviewStore;
  knownDecks: KnownDecks;
  schedules: ItemSchedules;
}

/** Items per read. */
const itemsAtOnce = 200;

/** What learners can review. */
export function createReviewItems({ store, reviewStore, knownDecks, schedules }: ReviewItemsDependencies) {
  const { items, endedItems, discardItems, discardOf } = reviewStore;
  const quizzes = store.collection(quizzesCollection);

  /** @throws DomainError `not_found` when the question was deleted; its item is then deleted, too */
  const requireContent = async ({ _id, userId, parentId }: ReviewItemDocument): Promise<void> => {
    const quiz = await quizzes.get({ userId, _id: parentId });
    if (quiz?.questions.some((question) => question._id === _id)) return;
    await discardItems(userId, [_id]);
    throw notFound('Question');
  };

  return {
    requireContent,

    /** All items of a learner, a part at a time. */
    async *each(userId: string): AsyncIterable<{ itemId: string; kind: ReviewItemKind; parentId: string }> {
      await knownDecks.settle(userId);
      const read = (after: string | undefined) =>
        readPage(itemsAtOnce, (limit) => items.find('byUser', { equals: { userId }, limit, ...(after !== undefined && { after }) }));
      for await (const { _id, kind, parentId } of eachOf(read)) yield { itemId: _id, kind, parentId };
    },

    /** The deleted items of a learner with their reviews, a part at a time. */
    async *eachEnded(userId: string): AsyncIterable<{ itemId: string; kind: ReviewItemKind; reviews: ReviewItem['reviews'] }> {
      for await (const page of readPages((paging) => endedItems.find('byUser', { equals: { userId }, ...paging })))
        for (const { _id: itemId, kind } of page) yield { itemId, kind, reviews: (await schedules.logOf(userId, itemId)).map(shownReview) };
    },

    /** An item of the learner. @throws DomainError `not_found`, also when it was deleted */
    async get(userId: string, kind: ReviewItemKind, itemId: string): Promise<ReviewItemDocument> {
      const read = async (): Promise<ReviewItemDocument | undefined> => {
        const item = await items.get({ userId, _id: itemId });
        return item?.userId === userId && item.kind === kind ? item : undefined;
      };
      let item = await read();
      if (kind === 'card') {
        // After a crash its deck may be behind; before the learner's first queue, older decks have no items.
        if (item) await knownDecks.settleDeck(userId, item.parentId);
        else await knownDecks.settle(userId);
        item = await read();
      }
      if (!item) throw notFound(kind === 'card' ? 'Card' : 'Question');
      if (kind === 'question') await requireContent(item);
      return item;
    },

    /**
     * Adds the questions that were answered wrong in an attempt as items that are due at once. A question that was an item before keeps its
     * history.
     * @param missedAt - when the attempt was submitted
     */
    async missed(quiz: QuizDocument, questionIds: readonly string[], missedAt: string): Promise<void> {
      const { _id: parentId, userId, questions } = quiz;
      for (const question of questions) {
        if (!questionIds.includes(question._id)) continue;
        const fields = { _id: question._id, userId, kind: 'question' as const, parentId, createdAt: missedAt };
        const isNew = await insertOnce(items, newItem({ ...fields, ...passageOf(quiz, question.source), missedAt }));
        const choose = (item: ReviewItemDocument): Partial<ItemChoices> =>
          (item.missedAt ?? '') < missedAt ? { missedAt, chosenDue: { due: missedAt, at: missedAt } } : {};
        if (!isNew) await schedules.refresh({ userId, _id: question._id }, { choose });
      }
      if (!(await quizzes.get({ userId, _id: parentId }))) await discardOf(userId, parentId);
    },
  };
}
export type ReviewItems = ReturnType<typeof createReviewItems>;
