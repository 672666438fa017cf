import { calls } from '@lectern/contracts';
import { call, queryKeys } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';

/** How many items the dashboard's lists show. */
export const shownItems = 3;

export const useNewestGuides = () =>
  useQuery({
    queryKey: [...queryKeys.studyMaterials, 'newest'],
    queryFn: ({ signal }) => call(calls.listStudyMaterials, { query: { limit: shownItems }, signal }),
  });

/** The maximum page size of the API. The weakest guide is searched for among this many of the newest quizzes. */
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

/** Which of these guides have a quiz and which a deck; false while that is unknown. */
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
