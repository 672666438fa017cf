import { calls } from '@lectern/contracts';
import { route, type Route } from '@lectern/service-kit';
import type { Decks } from './domain/createDecks.ts';
import type { Quizzes } from './domain/createQuizzes.ts';

/** All calls of study with their handlers. */
export const routes = ({ quizzes, decks }: { quizzes: Quizzes; decks: Decks }): Route[] => [
  route(calls.generateQuiz, ({ userId, body, creation, requestId }) => quizzes.generate(userId, body, creation, requestId)),
  route(calls.listQuizzes, ({ userId, query, signal }) => quizzes.list(userId, query, signal)),
  route(calls.getQuiz, ({ userId, params }) => quizzes.get(userId, params.id)),
  route(calls.submitQuiz, ({ userId, params, body, creation }) => quizzes.submit(userId, params.id, body.answers, creation)),
  route(calls.deleteQuiz, ({ userId, params }) => quizzes.remove(userId, params.id)),
  route(calls.regenerateQuiz, ({ userId, params, body, creation, requestId }) =>
    quizzes.regenerate(userId, params.id, body, creation, requestId),
  ),
  route(calls.updateQuestion, ({ userId, params, body }) => quizzes.updateQuestion(userId, params.id, params.questionId, body)),
  route(calls.deleteQuestion, ({ userId, params }) => quizzes.removeQuestion(userId, params.id, params.questionId)),
  route(calls.reportQuestion, ({ userId, params, body, requestId }) =>
    quizzes.reportQuestion(userId, params.id, params.questionId, body, requestId),
  ),

  route(calls.createDeck, ({ userId, body, creation, requestId }) => decks.create(userId, body, creation, requestId)),
  route(calls.listDecks, ({ userId, query, signal }) => decks.list(userId, query, signal)),
  route(calls.getDeck, ({ userId, params }) => decks.get(userId, params.id)),
  route(calls.updateDeck, ({ userId, params, body }) => decks.update(userId, params.id, body)),
  route(calls.deleteDeck, ({ userId, params }) => decks.remove(userId, params.id)),
  route(calls.generateCards, ({ userId, params, body, creation, requestId }) =>
    decks.generateMore(userId, params.id, body.studyMaterialId, creation, requestId),
  ),
  route(calls.updateCard, ({ userId, params, body }) => decks.updateCard(userId, params.id, params.cardId, body)),
  route(calls.deleteCard, ({ userId, params }) => decks.removeCard(userId, params.id, params.cardId)),
  route(calls.reportCard, ({ userId, params, body, requestId }) => decks.reportCard(userId, params.id, params.cardId, body, requestId)),
];
