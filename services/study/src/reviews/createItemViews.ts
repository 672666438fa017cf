import type { ListedReviewItem } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { quizzesCollection } from '../store.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

/** An item with what the learner sees of it. */
export interface ItemView {
  item: ReviewItemDocument;
  view: ListedReviewItem;
}

/** Shows items with their content. */
export function createItemViews(store: DocumentStore, { knownDecks, discardItems }: ReviewStore) {
  const quizzes = store.collection(quizzesCollection);

  /** Adds what the learner sees. Items of deleted questions are deleted and left out. */
  return async (userId: string, chosen: readonly ReviewItemDocument[]): Promise<ItemView[]> => {
    const parentsOf = (kind: string) => [...new Set(chosen.filter((item) => item.kind === kind).map(({ parentId }) => parentId))];
    const asked = await quizzes.getMany({ userId, ids: parentsOf('question') });
    const titles = new Map(
      [...(await knownDecks.getMany({ userId, ids: parentsOf('card') })), ...asked].map(({ _id, title }) => [_id, title]),
    );
    const languages = new Map(asked.map(({ _id, language }) => [_id, language]));
    const questions = new Map(asked.flatMap((quiz) => quiz.questions.map((question) => [question._id, question] as const)));
    const viewOf = (item: ReviewItemDocument): ListedReviewItem | undefined => {
      const { _id: itemId, parentId, state, due, lapses } = item;
      const named = { title: titles.get(parentId) ?? '', studyMaterialId: item.studyMaterialId || null };
      const language = item.content ? item.content.language : languages.get(parentId);
      const common = { itemId, parentId, ...named, ...(language !== undefined && { language }), state, due, lapses };
      if (item.content) {
        const { front, back, hint, pictures, source } = item.content;
        return {
          kind: 'card',
          ...common,
          front,
          back,
          ...(hint !== undefined && { hint }),
          ...(pictures && { pictures }),
          ...(source && { source }),
        };
      }
      const asks = questions.get(itemId);
      if (!asks) return undefined;
      const { question, options, explanation, source } = asks;
      return { kind: 'question', ...common, question, options, explanation, ...(source && { source }) };
    };
    const views = chosen.map((item) => ({ item, view: viewOf(item) }));
    await discardItems(
      userId,
      views.filter(({ view }) => !view).map(({ item }) => item._id),
    );
    return views.flatMap(({ item, view }) => (view ? [{ item, view }] : []));
  };
}
export type ItemViews = ReturnType<typeof createItemViews>;
