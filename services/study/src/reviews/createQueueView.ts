import type { QueuedReview, ReviewPreview } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { quizzesCollection } from '../store.ts';
import type { LoadSmoothing } from './createLoadSmoothing.ts';
import { createPreviews, type PreviewContext } from './createPreviews.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { shuffledOptions } from './shuffledOptions.ts';

export interface QueueViewDependencies {
  store: DocumentStore;
  reviewStore: ReviewStore;
  smoothing: LoadSmoothing;
}

/** Shows chosen items of a queue with what is needed to review them. */
export function createQueueView({ store, reviewStore: { knownDecks, discardItems }, smoothing }: QueueViewDependencies) {
  const previewsFor = createPreviews(smoothing);
  const quizzes = store.collection(quizzesCollection);

  /** Adds what the learner sees. A question that is gone is deleted. */
  return async (userId: string, chosen: readonly ReviewItemDocument[], context: PreviewContext): Promise<QueuedReview[]> => {
    const parentsOf = (kind: string) => [...new Set(chosen.filter((item) => item.kind === kind).map(({ parentId }) => parentId))];
    const asked = await quizzes.getMany(parentsOf('question'));
    const titles = new Map([...(await knownDecks.getMany(parentsOf('card'))), ...asked].map(({ _id, title }) => [_id, title]));
    const questions = new Map(asked.flatMap((quiz) => quiz.questions.map((question) => [question._id, question] as const)));
    const asQueued = (item: ReviewItemDocument, preview: ReviewPreview): QueuedReview | undefined => {
      const { _id: itemId, parentId, state, due, reps } = item;
      const common = { itemId, parentId, state, due, preview };
      const named = { title: titles.get(parentId) ?? '', studyMaterialId: item.studyMaterialId || null };
      const question = questions.get(itemId);
      if (item.content) {
        const { front, back, source } = item.content;
        return { kind: 'card', ...common, ...named, front, back, ...(source && { source }) };
      }
      if (!question) return undefined;
      const { question: words, explanation, source } = question;
      const options = shuffledOptions(question.options, `${itemId}:${reps}`);
      return { kind: 'question', ...common, ...named, question: words, options, explanation, ...(source && { source }) };
    };
    const previewOf = previewsFor(userId, context);
    const shown: { item: ReviewItemDocument; queued: QueuedReview | undefined }[] = [];
    for (const item of chosen) shown.push({ item, queued: asQueued(item, await previewOf(item)) });
    const gone = shown.filter(({ queued }) => !queued).map(({ item }) => item._id);
    await discardItems(userId, gone);
    return shown.flatMap(({ queued }) => (queued ? [queued] : []));
  };
}
