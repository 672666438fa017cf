import { queryKeys } from '@lectern/platform';

/** Key of the cached lists of quizzes. Single quizzes have their own keys. */
export const quizLists = [...queryKeys.quizzes, 'list'];
export const deckLists = [...queryKeys.flashcards, 'list'];

/** Key of the cached review summary. */
export const summaryKey = ['reviews', 'summary'];

export const quizKey = (id: string): string[] => [...queryKeys.quizzes, 'one', id];
export const deckKey = (id: string): string[] => [...queryKeys.flashcards, 'one', id];
