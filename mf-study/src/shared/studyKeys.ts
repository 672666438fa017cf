import { queryKeys } from '@lectern/platform';

/** The quizzes' lists in the cache, apart from single quizzes. */
export const quizLists = [...queryKeys.quizzes, 'list'];
export const deckLists = [...queryKeys.flashcards, 'list'];

export const quizKey = (id: string): string[] => [...queryKeys.quizzes, 'one', id];
export const deckKey = (id: string): string[] => [...queryKeys.flashcards, 'one', id];
