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

/** Items of one page: full rows in two and in three columns. */
const pageSize = 30;
/** The maximum page size of the API. */
const largestPage = 100;

/** Quizzes; the service looks for `q` in title and description. An empty `q` finds all. */
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

/** Every quiz, for the progress of each guide. */
export const useAllQuizzes = () =>
  useQuery({
    queryKey: [...queryKeys.quizzes, 'all'],
    queryFn: ({ signal }) =>
      readAllPages<QuizListItem>((page) => callPage(calls.listQuizzes, { query: { limit: largestPage, ...page }, signal })),
  });

/** All guides, for a select field. Not cached, because guides are created and deleted by another remote. */
export const useGuideChoices = () =>
  useQuery({
    queryKey: [...queryKeys.studyMaterials, 'choices'],
    queryFn: async ({ signal }) => {
      const guides = await readAllPages((page) => callPage(calls.listStudyMaterials, { query: { limit: largestPage, ...page }, signal }));
      return guides.map(({ _id, title }) => ({ value: _id, label: title }));
    },
    staleTime: 0,
  });

/** While items are being made, they are read again after this time, unless the page is hidden. Milliseconds. */
const pollMs = 4_000;

/** Polls an item that grows, until it is complete, stopped or deleted. */
const whileRunning = ({
  state: { data, error },
}: {
  state: { data: { generation?: Generation | undefined } | undefined; error: Error | null };
}): number | false => data?.generation?.state === 'running' && !isAbsent(error) && pollMs;

/** @param initial what the call that made it has answered */
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

/** The passages of the source around a citation. A source never changes, so they are cached for ever. */
export const usePassages = (studyMaterialId: string, pointer: Pointer) => {
  const query = pointer.kind === 'slide' ? { slide: pointer.slide } : { paragraph: placeOf(pointer) };
  return useQuery({
    queryKey: [...queryKeys.studyMaterials, 'passages', studyMaterialId, query],
    queryFn: ({ signal }) => call(calls.listPassages, { path: { id: studyMaterialId }, query, signal }),
    staleTime: Infinity,
  });
};
