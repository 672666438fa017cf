import type { QueuedReview, ReviewPreview, ReviewRating } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { StoredExam } from '../exams/examsCollection.ts';
import { underExams } from '../exams/underExams.ts';
import { quizzesCollection } from '../store.ts';
import type { OwnSettings } from './createReviewSettings.ts';
import { dayOf } from './learnerDay.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { afterReview } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';
import { shuffledOptions } from './shuffledOptions.ts';

/** What a preview depends on besides the item. */
export interface ViewContext {
  own: OwnSettings;
  exams: readonly StoredExam[];
  now: Date;
}

/** When an item would be due after each rating now. */
const previewOf = (item: ReviewItemDocument, { own: settings, exams, now }: ViewContext): ReviewPreview => {
  const schedule = scheduleOfItem(item);
  const answeredAt = now.toISOString();
  const { timeZone, dayStartsAt, desiredRetention } = settings;
  const review = { timeZone, dayStartsAt, desiredRetention, _id: '', itemId: item._id, answeredAt, day: dayOf(now, settings) };
  const dueAfter = (rating: ReviewRating): string => {
    const { state, due, lastDay } = afterReview(schedule, { ...review, rating }, { isFuzzed: true, weights: settings.weights });
    return underExams({ ...item, lastDay }, { place: state === 'review' ? 'review' : 'learning', due }, exams).due;
  };
  return { again: dueAfter('again'), hard: dueAfter('hard'), good: dueAfter('good'), easy: dueAfter('easy') };
};

/** Shows chosen items of a queue with what is needed to review them. */
export function createQueueView({ store, reviewStore: { knownDecks, discardItems } }: { store: DocumentStore; reviewStore: ReviewStore }) {
  const quizzes = store.collection(quizzesCollection);

  /** Adds what the learner sees. A question that is gone is deleted. */
  return async (userId: string, chosen: readonly ReviewItemDocument[], context: ViewContext): Promise<QueuedReview[]> => {
    const parentsOf = (kind: string) => [...new Set(chosen.filter((item) => item.kind === kind).map(({ parentId }) => parentId))];
    const asked = await quizzes.getMany(parentsOf('question'));
    const titles = new Map([...(await knownDecks.getMany(parentsOf('card'))), ...asked].map(({ _id, title }) => [_id, title]));
    const questions = new Map(asked.flatMap((quiz) => quiz.questions.map((question) => [question._id, question] as const)));
    const asQueued = (item: ReviewItemDocument): QueuedReview | undefined => {
      const { _id: itemId, parentId, state, due, reps } = item;
      const common = { itemId, parentId, state, due, preview: previewOf(item, context) };
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
    const shown = chosen.map((item) => ({ item, queued: asQueued(item) }));
    const gone = shown.filter(({ queued }) => !queued).map(({ item }) => item._id);
    await discardItems(userId, gone);
    return shown.flatMap(({ queued }) => (queued ? [queued] : []));
  };
}
