import { calls } from '@lectern/contracts';
import { call, queryKeys } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';

/** The number of items in each dashboard list. */
export const shownItems = 3;

export const useNewestGuides = () =>
  useQuery({
    queryKey: [...queryKeys.studyMaterials, 'newest'],
    queryFn: ({ signal }) => call(calls.listStudyMaterials, { query: { limit: shownItems }, signal }),
  });

/** The API's maximum page size. The weakest guide is looked up among this many of the newest quizzes. */
const mostQuizzes = 100;

export const useNewestQuizzes = () =>
  useQuery({
    queryKey: [...queryKeys.quizzes, 'newest'],
    queryFn: ({ signal }) => call(calls.listQuizzes, { query: { limit: mostQuizzes }, signal }),
  });

export const useNewestDecks = () =>
  useQuery({
    queryKey: [...queryKeys.flashcards, 'newest'],
    queryFn: ({ signal }) => call(calls.listDecks, { query: { limit: shownItems }, signal }),
  });

/** Whether each guide has a quiz and a deck; false while unknown. */
export const useAvailability = (ids: readonly string[]) => {
  const studyMaterialId = ids.join(',');
  const quizzes = useQuery({
    queryKey: [...queryKeys.quizzes, 'of', studyMaterialId],
    queryFn: ({ signal }) => call(calls.listQuizzes, { query: { studyMaterialId }, signal }),
    enabled: ids.length > 0,
  });
  const decks = useQuery({
    queryKey: [...queryKeys.flashcards, 'of', studyMaterialId],
    queryFn: ({ signal }) => call(calls.listDecks, { query: { studyMaterialId }, signal }),
    enabled: ids.length > 0,
  });
  return {
    hasQuiz: (id: string): boolean => quizzes.data?.some((quiz) => quiz.studyMaterialId === id) ?? false,
    hasDeck: (id: string): boolean => decks.data?.some((deck) => deck.studyMaterialId === id) ?? false,
  };
};
