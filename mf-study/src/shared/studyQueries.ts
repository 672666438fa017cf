import {
  calls,
  type FlashcardDeck,
  type FlashcardDeckListItem,
  type NewCards,
  type Pointer,
  type Quiz,
  type QuizListItem,
  type QuizResults,
  type Report,
} from '@lectern/contracts';
import { ApiError, call, callPage, listCache, queryClient, queryKeys, refreshLimits, type Page } from '@lectern/platform';
import { useInfiniteQuery, useQuery, type InfiniteData } from '@lectern/platform/query';

const quizLists = [...queryKeys.quizzes, 'list'];
const deckLists = [...queryKeys.flashcards, 'list'];
const quizKey = (id: string): string[] => [...queryKeys.quizzes, 'one', id];
const deckKey = (id: string): string[] => [...queryKeys.flashcards, 'one', id];

/** Fills rows of two and of three. */
const pageSize = 30;
/** The most that one call answers. */
const largestPage = 100;

interface ListOptions {
  /** The search; the service looks through title and description. */
  q: string;
  isEnabled: boolean;
}

/** Pages of quizzes, newest first. While a changed search is under way, the former result stays. */
export const useQuizList = ({ q, isEnabled }: ListOptions) =>
  useInfiniteQuery({
    queryKey: [...quizLists, { q }],
    queryFn: ({ pageParam, signal }) =>
      callPage(calls.listQuizzes, {
        query: { limit: pageSize, ...(q && { q }), ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (former) => former,
    enabled: isEnabled,
  });

/** Pages of decks, newest first. */
export const useDeckList = ({ q, isEnabled }: ListOptions) =>
  useInfiniteQuery({
    queryKey: [...deckLists, { q }],
    queryFn: ({ pageParam, signal }) =>
      callPage(calls.listDecks, {
        query: { limit: pageSize, ...(q && { q }), ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (former) => former,
    enabled: isEnabled,
  });

/** Every item of a list, page after page. */
const allPages = async <Item>(read: (after: string | undefined) => Promise<Page<Item[]>>): Promise<Item[]> => {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const page = await read(after);
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
};

/** Every quiz, for the progress of each guide. */
export const useAllQuizzes = () =>
  useQuery({
    queryKey: [...queryKeys.quizzes, 'all'],
    queryFn: ({ signal }) =>
      allPages<QuizListItem>((after) =>
        callPage(calls.listQuizzes, { query: { limit: largestPage, ...(after !== undefined && { after }) }, signal }),
      ),
  });

/** Every guide to choose from. Asked for anew each time, since guides are made and deleted on another team's pages. */
export const useGuideChoices = () =>
  useQuery({
    queryKey: [...queryKeys.studyMaterials, 'choices'],
    queryFn: async ({ signal }) => {
      const guides = await allPages((after) =>
        callPage(calls.listStudyMaterials, { query: { limit: largestPage, ...(after !== undefined && { after }) }, signal }),
      );
      return guides.map(({ _id, title }) => ({ value: _id, label: title }));
    },
    staleTime: 0,
  });

export const useQuiz = (id: string) =>
  useQuery({
    queryKey: quizKey(id),
    queryFn: ({ signal }) => call(calls.getQuiz, { path: { id }, signal }),
    // Questions that change under a learner's hands would be worse than old ones.
    refetchOnReconnect: false,
  });

export const useDeck = (id: string) =>
  useQuery({
    queryKey: deckKey(id),
    queryFn: ({ signal }) => call(calls.getDeck, { path: { id }, signal }),
    refetchOnReconnect: false,
  });

/** What the guide's material says around a citation. A source never changes, so what was read once is right. */
export const usePassages = (studyMaterialId: string, pointer: Pointer) => {
  const query = pointer.kind === 'slide' ? { slide: pointer.slide } : { paragraph: pointer.paragraph };
  return useQuery({
    queryKey: [...queryKeys.studyMaterials, 'passages', studyMaterialId, query],
    queryFn: ({ signal }) => call(calls.listPassages, { path: { id: studyMaterialId }, query, signal }),
    staleTime: Infinity,
  });
};

/** Every item of an infinite query's pages. */
export const itemsOf = <Item>(data: InfiniteData<Page<Item[]>> | undefined): Item[] => data?.pages.flatMap((page) => page.items) ?? [];

export const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The session is over: the shell says so and leads to the sign-in, and the screen adds nothing. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.endedSession;

const asQuizListItem = ({
  questions: _questions,
  results: _results,
  shortfall: _shortfall,
  limitation: _limitation,
  ...item
}: Quiz): QuizListItem => item;

const asDeckListItem = ({ cards: _cards, shortfall: _shortfall, limitation: _limitation, ...item }: FlashcardDeck): FlashcardDeckListItem =>
  item;

/** Lists that are not on screen are read again when they are next shown; the one on screen has changed already. */
const markStale = (queryKey: readonly string[]): void => {
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
};

const reported = <Item extends { _id: string }>(items: readonly Item[], itemId: string, report: Report): Item[] =>
  items.map((item) => (item._id === itemId ? { ...item, reported: { ...report, at: new Date().toISOString() } } : item));

/** What the lists in the cache do after a change (specification, section 4). */
export const studyChanges = {
  quizCreated: (quiz: Quiz): void => {
    listCache.prepend(quizLists, asQuizListItem(quiz));
    markStale(queryKeys.quizzes);
    void refreshLimits();
  },
  deckCreated: (deck: FlashcardDeck): void => {
    listCache.prepend(deckLists, asDeckListItem(deck));
    markStale(queryKeys.flashcards);
    void refreshLimits();
  },
  deleteQuiz: async (id: string): Promise<void> => {
    await call(calls.deleteQuiz, { path: { id } });
    listCache.remove(queryKeys.quizzes, id);
    queryClient.removeQueries({ queryKey: quizKey(id) });
    markStale(queryKeys.quizzes);
    void refreshLimits();
  },
  deleteDeck: async (id: string): Promise<void> => {
    await call(calls.deleteDeck, { path: { id } });
    listCache.remove(queryKeys.flashcards, id);
    queryClient.removeQueries({ queryKey: deckKey(id) });
    markStale(queryKeys.flashcards);
    void refreshLimits();
  },
  quizSubmitted: (id: string, results: QuizResults): void => {
    queryClient.setQueryData<Quiz>(quizKey(id), (quiz) => quiz && { ...quiz, results });
    markStale(queryKeys.quizzes);
  },
  quizRegenerated: (quiz: Quiz): void => {
    queryClient.setQueryData<Quiz>(quizKey(quiz._id), quiz);
    listCache.replace(quizLists, asQuizListItem(quiz));
    markStale(queryKeys.quizzes);
    // "The quiz reloads" (specification, section 4): behind the questions that the answer brought.
    void queryClient.refetchQueries({ queryKey: quizKey(quiz._id) });
  },
  questionUpdated: (quiz: Quiz): void => {
    queryClient.setQueryData<Quiz>(quizKey(quiz._id), quiz);
  },
  deleteQuestion: async (id: string, questionId: string): Promise<void> => {
    await call(calls.deleteQuestion, { path: { id, questionId } });
    queryClient.setQueryData<Quiz>(quizKey(id), (quiz) => {
      if (!quiz) return quiz;
      const { results: _results, ...rest } = quiz;
      const questions = quiz.questions.filter((question) => question._id !== questionId);
      return { ...rest, questions, questionCount: questions.length };
    });
    markStale(queryKeys.quizzes);
    studyChanges.reloadQuiz(id);
  },
  reportQuestion: async (id: string, questionId: string, report: Report): Promise<string> => {
    const { message } = await call(calls.reportQuestion, { path: { id, questionId }, body: report });
    queryClient.setQueryData<Quiz>(quizKey(id), (quiz) => quiz && { ...quiz, questions: reported(quiz.questions, questionId, report) });
    return message;
  },
  /** What is on screen is not what the server has, or not all of it. */
  reloadQuiz: (id: string): void => {
    void queryClient.refetchQueries({ queryKey: quizKey(id) });
  },
  cardUpdated: (deck: FlashcardDeck): void => {
    queryClient.setQueryData<FlashcardDeck>(deckKey(deck._id), deck);
  },
  deleteCard: async (id: string, cardId: string): Promise<void> => {
    await call(calls.deleteCard, { path: { id, cardId } });
    queryClient.setQueryData<FlashcardDeck>(deckKey(id), (deck) => {
      if (!deck) return deck;
      const cards = deck.cards.filter((card) => card._id !== cardId);
      return { ...deck, cards, cardCount: cards.length };
    });
    markStale(queryKeys.flashcards);
    studyChanges.reloadDeck(id);
  },
  reportCard: async (id: string, cardId: string, report: Report): Promise<string> => {
    const { message } = await call(calls.reportCard, { path: { id, cardId }, body: report });
    queryClient.setQueryData<FlashcardDeck>(deckKey(id), (deck) => deck && { ...deck, cards: reported(deck.cards, cardId, report) });
    return message;
  },
  reloadDeck: (id: string): void => {
    void queryClient.refetchQueries({ queryKey: deckKey(id) });
  },
  /** The deck reloads (specification, section 4), so that the place of the new cards is the server's; failing that, puts them at its end. */
  cardsAdded: async (id: string, { newCards }: NewCards): Promise<void> => {
    const append = (deck: FlashcardDeck): FlashcardDeck => {
      const known = new Set(deck.cards.map((card) => card._id));
      const cards = [...deck.cards, ...newCards.filter((card) => !known.has(card._id))];
      return { ...deck, cards, cardCount: cards.length };
    };
    markStale(queryKeys.flashcards);
    try {
      const deck = append(await call(calls.getDeck, { path: { id } }));
      queryClient.setQueryData<FlashcardDeck>(deckKey(id), deck);
    } catch {
      // The cards are made; that the deck could not be read again must not hide them.
      queryClient.setQueryData<FlashcardDeck>(deckKey(id), (deck) => deck && append(deck));
    }
  },
};
