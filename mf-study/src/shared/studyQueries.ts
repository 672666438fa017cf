import {
  calls,
  FlashcardDeckListItem,
  placeOf,
  QuizListItem,
  type FlashcardDeck,
  type Generation,
  type Pointer,
  type Quiz,
} from '@lectern/contracts';
import {
  call,
  callPage,
  isAbsent,
  listCache,
  queryKeys,
  readAllPages,
  usePagedList,
  type ListOrder,
  type PagedList,
} from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { deckKey, deckLists, quizKey, quizLists } from './studyKeys';

/** Items per page. Fills complete rows of two and three columns. */
const pageSize = 30;
/** The maximum page size of the API. */
const largestPage = 100;

/** The quizzes whose title or description contains `q`; all of them if `q` is empty. */
export const useQuizList = (q: string, order: ListOrder<QuizListItem> | undefined): PagedList<QuizListItem> =>
  usePagedList({
    queryKey: quizLists,
    read: (page, signal) => callPage(calls.listQuizzes, { query: { limit: pageSize, ...page }, signal }),
    q,
    order,
  });

export const useDeckList = (q: string, order: ListOrder<FlashcardDeckListItem> | undefined): PagedList<FlashcardDeckListItem> =>
  usePagedList({
    queryKey: deckLists,
    read: (page, signal) => callPage(calls.listDecks, { query: { limit: pageSize, ...page }, signal }),
    q,
    order,
  });

/** All quizzes, for the progress of each guide. */
export const useAllQuizzes = () =>
  useQuery({
    queryKey: [...queryKeys.quizzes, 'all'],
    queryFn: ({ signal }) =>
      readAllPages<QuizListItem>((page) => callPage(calls.listQuizzes, { query: { limit: largestPage, ...page }, signal })),
  });

/** All decks, for the progress of each guide. */
export const useAllDecks = () =>
  useQuery({
    queryKey: [...queryKeys.flashcards, 'all'],
    queryFn: ({ signal }) =>
      readAllPages<FlashcardDeckListItem>((page) => callPage(calls.listDecks, { query: { limit: largestPage, ...page }, signal })),
  });

/** All guides, for a select field. Not cached, because another remote creates and deletes guides. */
export const useGuideChoices = () =>
  useQuery({
    queryKey: [...queryKeys.studyMaterials, 'choices'],
    queryFn: async ({ signal }) => {
      const guides = await readAllPages((page) => callPage(calls.listStudyMaterials, { query: { limit: largestPage, ...page }, signal }));
      return guides.map(({ _id, title }) => ({ value: _id, label: title }));
    },
    staleTime: 0,
  });

/** Poll interval while items are being generated and the page is visible, in milliseconds. */
const pollMs = 4_000;

/** Polls a growing item until it is complete, stopped or deleted. */
const whileRunning = ({
  state: { data, error },
}: {
  state: { data: { generation?: Generation | undefined } | undefined; error: Error | null };
}): number | false => data?.generation?.state === 'running' && !isAbsent(error) && pollMs;

/** One quiz. @param initial - the response of the call that created it */
export const useQuiz = (id: string, initial?: Quiz) =>
  useQuery({
    queryKey: quizKey(id),
    queryFn: async ({ signal }) => {
      const quiz = await call(calls.getQuiz, { path: { id }, signal });
      if (quiz.generation) listCache.replace(quizLists, QuizListItem.parse(quiz));
      return quiz;
    },
    ...(initial && { initialData: initial }),
    refetchInterval: whileRunning,
    // A refetch after a reconnect could change the questions during an attempt.
    refetchOnReconnect: false,
  });

export const useDeck = (id: string, initial?: FlashcardDeck) =>
  useQuery({
    queryKey: deckKey(id),
    queryFn: async ({ signal }) => {
      const deck = await call(calls.getDeck, { path: { id }, signal });
      if (deck.generation) listCache.replace(deckLists, FlashcardDeckListItem.parse(deck));
      return deck;
    },
    ...(initial && { initialData: initial }),
    refetchInterval: whileRunning,
    refetchOnReconnect: false,
  });

/** The passages around a citation. A source never changes, so they are cached indefinitely. */
export const usePassages = (studyMaterialId: string, pointer: Pointer) => {
  const query = pointer.kind === 'slide' ? { slide: pointer.slide } : { paragraph: placeOf(pointer) };
  return useQuery({
    queryKey: [...queryKeys.studyMaterials, 'passages', studyMaterialId, query],
    queryFn: ({ signal }) => call(calls.listPassages, { path: { id: studyMaterialId }, query, signal }),
    staleTime: Infinity,
  });
};
