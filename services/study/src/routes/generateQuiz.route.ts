import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const generateQuizRoute = (quizzes: Quizzes) =>
  route(calls.generateQuiz, ({ userId, body, creation, requestId }) => quizzes.generate(userId, body, creation, requestId));
