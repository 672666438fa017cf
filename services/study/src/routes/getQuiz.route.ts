import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const getQuizRoute = (quizzes: Quizzes) => route(calls.getQuiz, ({ userId, params }) => quizzes.get(userId, params.id));
