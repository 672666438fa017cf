import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const listQuizzesRoute = (quizzes: Quizzes) =>
  route(calls.listQuizzes, ({ userId, query, signal }) => quizzes.list(userId, query, signal));
