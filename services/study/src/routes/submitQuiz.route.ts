import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const submitQuizRoute = (quizzes: Quizzes) =>
  route(calls.submitQuiz, ({ userId, params, body, creation }) => quizzes.submit(userId, params.id, body.answers, creation));
