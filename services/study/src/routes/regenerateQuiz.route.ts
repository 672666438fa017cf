import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const regenerateQuizRoute = (quizzes: Quizzes) =>
  route(calls.regenerateQuiz, ({ userId, params, body, creation, requestId }) =>
    quizzes.regenerate(userId, params.id, body, creation, requestId),
  );
