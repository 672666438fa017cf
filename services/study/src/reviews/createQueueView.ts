import type { QueuedReview, ReviewPreview, ReviewRating, ReviewSettings } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { StoredExam } from '../exams/examsCollection.ts';
import { underExams } from '../exams/underExams.ts';
import { decksCollection, quizzesCollection } from '../store.ts';
import { dayOf } from './learnerDay.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { afterReview } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';
import { shuffledOptions } from './shuffledOptions.ts';

/** What a preview depends on besides the item. */
export interface ViewContext {
  own: ReviewSettings;
  exams: readonly StoredExam[];
  now: Date;
}

/** When an item would be due after each rating now. */
const previewOf = (item: ReviewItemDocument, { own: settings, exams, now }: ViewContext): ReviewPreview => {
  const schedule = scheduleOfItem(item);
  const answeredAt = now.toISOString();
  const review = { ...settings, _id: '', itemId: item._id, answeredAt, day: dayOf(now, settings) };
  const dueAfter = (rating: ReviewRating): string => {
    const { state, due, lastDay } = afterReview(schedule, { ...review, rating }, { isFuzzed: true });
    return underExams({ ...item, lastDay }, { place: state === 'review' ? 'review' : 'learning', due }, exams).due;
  };
  return { again: dueAfter('again'), hard: dueAfter('hard'), good: dueAfter('good'), easy: dueAfter('easy') };
};

/** Shows chosen items of a queue with what is needed to review them. */
export function createQueueView({ store, reviewStore: { discardItems } }: { store: DocumentStore; reviewStore: ReviewStore }) {
  const decks = store.collection(decksCollection);
  const quizzes = store.collection(quizzesCollection);

  /** Adds what the learner sees. An item whose card or question is gone is deleted. */
  return async (userId: string, chosen: readonly ReviewItemDocument[], context: ViewContext): Promise<QueuedReview[]> => {
    const parentsOf = (kind: string) => [...new Set(chosen.filter((item) => item.kind === kind).map(({ parentId }) => parentId))];
    const [cardDecks, questionQuizzes] = [await decks.getMany(parentsOf('card')), await quizzes.getMany(parentsOf('question'))];
    const parents = new Map([...cardDecks, ...questionQuizzes].map((parent) => [parent._id, parent]));
    const cards = new Map(cardDecks.flatMap((deck) => deck.cards.map((card) => [card._id, card] as const)));
    const questions = new Map(questionQuizzes.flatMap((quiz) => quiz.questions.map((question) => [question._id, question] as const)));
    const asQueued = (item: ReviewItemDocument): QueuedReview | undefined => {
      const { _id: itemId, parentId, state, due, reps } = item;
      const common = { itemId, parentId, state, due, preview: previewOf(item, context) };
      const named = { title: parents.get(parentId)?.title ?? '', studyMaterialId: item.studyMaterialId || null };
      const [card, question] = [cards.get(itemId), questions.get(itemId)];
      if (card) {
        const { front, back, source } = card;
        return { kind: 'card', ...common, ...named, front, back, ...(source && { source }) };
      }
      if (!question) return undefined;
      const { question: asked, explanation, source } = question;
      const options = shuffledOptions(question.options, `${itemId}:${reps}`);
      return { kind: 'question', ...common, ...named, question: asked, options, explanation, ...(source && { source }) };
    };
    const shown = chosen.map((item) => ({ item, queued: asQueued(item) }));
    const gone = shown.filter(({ queued }) => !queued).map(({ item }) => item._id);
    await discardItems(userId, gone);
    return shown.flatMap(({ queued }) => (queued ? [queued] : []));
  };
}
