import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Quizzes } from '../domain/createQuizzes.ts';

export const deleteQuizRoute = (quizzes: Quizzes) => route(calls.deleteQuiz, ({ userId, params }) => quizzes.remove(userId, params.id));
