import { calls, sizes, titleFrom, writtenByLearner, type NewQuestion } from '@lectern/contracts';
import { ApiError, call, callPage, isAbsent } from '@lectern/platform';
import { studyChanges } from '../shared/studyChanges';
import type { ItemCalls, PickCalls } from './createPickSender';

/** The maximum page size of the API. */
const largestPage = 100;

export interface PickedGuide {
  id: string;
  title: string;
}

const isOwn = ({ generatedBy }: { generatedBy: string }): boolean => generatedBy === writtenByLearner;

/** The API refuses to delete the last item of a deck or quiz. */
const isLastItem = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** Removes an item, or its deck or quiz if it is the last one. @returns whether the parent still exists */
const removeItem = async (removeOne: () => Promise<void>, removeParent: () => Promise<void>): Promise<boolean> => {
  try {
    await removeOne();
    return true;
  } catch (error) {
    if (!isLastItem(error)) throw error;
    await removeParent();
    return false;
  }
};

/** Calls for cards in the learner's own deck for a guide. */
const cardCalls = ({ id, title }: PickedGuide): PickCalls['card'] => ({
  find: async () => {
    const { items } = await callPage(calls.listDecks, { query: { studyMaterialId: id, limit: largestPage } });
    return items.find(isOwn)?._id;
  },
  create: async (card, idempotencyKey) => {
    const body = { title: titleFrom(`My cards: ${title}`, sizes.title, 'My cards'), studyMaterialId: id, cards: [card] };
    const deck = await call(calls.createOwnDeck, { body, idempotencyKey });
    studyChanges.deckCreated(deck);
    return { parentId: deck._id, itemId: deck.cards[0]?._id ?? '' };
  },
  add: async (parentId, body, idempotencyKey) => {
    const card = await call(calls.addCard, { path: { id: parentId }, body, idempotencyKey });
    studyChanges.cardAdded(parentId, card);
    return card._id;
  },
  update: async (parentId, cardId, body) => {
    studyChanges.cardUpdated(await call(calls.updateCard, { path: { id: parentId, cardId }, body }));
  },
  remove: (parentId, itemId) =>
    removeItem(
      () => studyChanges.deleteCard(parentId, itemId),
      () => studyChanges.deleteDeck(parentId),
    ),
});

/** Calls for questions in the learner's own quiz for a guide. */
const questionCalls = ({ id, title }: PickedGuide): ItemCalls<NewQuestion> => ({
  find: async () => {
    const { items } = await callPage(calls.listQuizzes, { query: { studyMaterialId: id, limit: largestPage } });
    return items.find(isOwn)?._id;
  },
  create: async (question, idempotencyKey) => {
    const body = { title: titleFrom(`My questions: ${title}`, sizes.title, 'My questions'), studyMaterialId: id, question };
    const quiz = await call(calls.createOwnQuiz, { body, idempotencyKey });
    studyChanges.quizCreated(quiz);
    return { parentId: quiz._id, itemId: quiz.questions[0]?._id ?? '' };
  },
  add: async (parentId, body, idempotencyKey) => {
    const question = await call(calls.addQuestion, { path: { id: parentId }, body, idempotencyKey });
    studyChanges.questionAdded(parentId, question);
    return question._id;
  },
  remove: (parentId, itemId) =>
    removeItem(
      () => studyChanges.deleteQuestion(parentId, itemId),
      () => studyChanges.deleteQuiz(parentId),
    ),
});

/** The calls of "Pick what to ask" for a guide. */
export const pickCalls = (guide: PickedGuide): PickCalls => ({
  card: cardCalls(guide),
  question: questionCalls(guide),
  see: async (body) => {
    await call(calls.updateSuggestions, { path: { id: guide.id }, body });
  },
  isAbsent,
  newKey: () => crypto.randomUUID(),
});
