import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const reportQuestionRoute = (quizzes: Quizzes) =>
  route(calls.reportQuestion, ({ userId, params, body, requestId }) =>
    quizzes.reportQuestion(userId, params.id, params.questionId, body, requestId),
  );
