import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const deleteQuestionRoute = (quizzes: Quizzes) =>
  route(calls.deleteQuestion, ({ userId, params }) => quizzes.removeQuestion(userId, params.id, params.questionId));
