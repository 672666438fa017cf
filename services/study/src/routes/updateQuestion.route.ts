import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const updateQuestionRoute = (quizzes: Quizzes) =>
  route(calls.updateQuestion, ({ userId, params, body }) => quizzes.updateQuestion(userId, params.id, params.questionId, body));
