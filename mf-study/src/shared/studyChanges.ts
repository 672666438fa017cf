import {
  calls,
  FlashcardDeckListItem,
  QuizListItem,
  type Flashcard,
  type FlashcardDeck,
  type NewCards,
  type Quiz,
  type QuizQuestion,
  type QuizResults,
  type Report,
} from '@lectern/contracts';
import {
  call,
  forgetPlace,
  listCache,
  optimistically,
  queryClient,
  queryKeys,
  refreshLimits,
  reloadMastery,
  type Rollback,
} from '@lectern/platform';
import { deckKey, deckLists, quizKey, quizLists, summaryKey } from './studyKeys';

/** Marks lists as stale, so that they are refetched when next shown. The list on screen was already updated in the cache. */
const markStale = (queryKey: readonly string[]): void => {
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
};

const reported = <Item extends { _id: string }>(items: readonly Item[], itemId: string, report: Report): Item[] =>
  items.map((item) => (item._id === itemId ? { ...item, reported: { ...report, at: new Date().toISOString() } } : item));

/** Changes quizzes and decks, and updates the cached lists immediately. */
export const studyChanges = {
  quizCreated: (quiz: Quiz): void => {
    listCache.prepend(quizLists, QuizListItem.parse(quiz));
    markStale(queryKeys.quizzes);
    void refreshLimits();
  },
  deckCreated: (deck: FlashcardDeck): void => {
    listCache.prepend(deckLists, FlashcardDeckListItem.parse(deck));
    markStale(queryKeys.flashcards);
    void refreshLimits();
  },
  /** Adds imported decks; later ones come first. @param changed - ids of decks that existed before */
  decksImported: (decks: readonly FlashcardDeckListItem[], changed: readonly string[] = []): void => {
    for (const deck of decks)
      if (changed.includes(deck._id)) {
        listCache.replace(deckLists, deck);
        queryClient.removeQueries({ queryKey: deckKey(deck._id) });
      } else listCache.prepend(deckLists, deck);
    markStale(queryKeys.flashcards);
    void refreshLimits();
  },
  deleteQuiz: async (id: string): Promise<void> => {
    const remove = (): Rollback => listCache.remove(queryKeys.quizzes, id);
    await optimistically([queryKeys.quizzes], remove, () => call(calls.deleteQuiz, { path: { id } }));
    // A list fetched during the call may include it again.
    remove();
    queryClient.removeQueries({ queryKey: quizKey(id) });
    forgetPlace({ kind: 'quiz', id });
    markStale(queryKeys.quizzes);
    void refreshLimits();
  },
  /** @returns how many quizzes could not be deleted */
  deleteQuizzes: async (ids: readonly string[]): Promise<number> => {
    const { done, failed } = await call(calls.deleteQuizzes, { body: { ids: [...ids] } });
    for (const id of done) {
      listCache.remove(queryKeys.quizzes, id);
      queryClient.removeQueries({ queryKey: quizKey(id) });
      forgetPlace({ kind: 'quiz', id });
    }
    markStale(queryKeys.quizzes);
    void refreshLimits();
    return failed.length;
  },
  deleteDecks: async (ids: readonly string[]): Promise<number> => {
    const { done, failed } = await call(calls.deleteDecks, { body: { ids: [...ids] } });
    for (const id of done) {
      listCache.remove(queryKeys.flashcards, id);
      queryClient.removeQueries({ queryKey: deckKey(id) });
      forgetPlace({ kind: 'deck', id });
    }
    markStale(queryKeys.flashcards);
    void refreshLimits();
    return failed.length;
  },
  deleteDeck: async (id: string): Promise<void> => {
    const remove = (): Rollback => listCache.remove(queryKeys.flashcards, id);
    await optimistically([queryKeys.flashcards], remove, () => call(calls.deleteDeck, { path: { id } }));
    remove();
    queryClient.removeQueries({ queryKey: deckKey(id) });
    forgetPlace({ kind: 'deck', id });
    markStale(queryKeys.flashcards);
    void refreshLimits();
  },
  /** Answers to questions were logged as reviews, and missed ones are due. */
  questionsAnswered: (): void => {
    void queryClient.invalidateQueries({ queryKey: summaryKey });
    reloadMastery();
  },
  quizSubmitted: (id: string, results: QuizResults): void => {
    queryClient.setQueryData<Quiz>(quizKey(id), (quiz) => quiz && { ...quiz, results });
    markStale(queryKeys.quizzes);
  },
  quizRegenerated: (quiz: Quiz): void => {
    queryClient.setQueryData<Quiz>(quizKey(quiz._id), quiz);
    listCache.replace(quizLists, QuizListItem.parse(quiz));
    markStale(queryKeys.quizzes);
    // Refetches the quiz while the response's questions are shown.
    void queryClient.refetchQueries({ queryKey: quizKey(quiz._id) });
  },
  /** Stops generating questions and keeps the finished ones. */
  stopQuiz: async (id: string): Promise<void> => {
    const quiz = await call(calls.stopQuizGeneration, { path: { id } });
    queryClient.setQueryData<Quiz>(quizKey(id), quiz);
    listCache.replace(quizLists, QuizListItem.parse(quiz));
  },
  stopDeck: async (id: string): Promise<void> => {
    const deck = await call(calls.stopDeckGeneration, { path: { id } });
    queryClient.setQueryData<FlashcardDeck>(deckKey(id), deck);
    listCache.replace(deckLists, FlashcardDeckListItem.parse(deck));
  },
  copyQuiz: async (id: string, idempotencyKey: string): Promise<void> => {
    studyChanges.quizCreated(await call(calls.copyQuiz, { path: { id }, idempotencyKey }));
  },
  copyDeck: async (id: string, idempotencyKey: string): Promise<void> => {
    studyChanges.deckCreated(await call(calls.copyDeck, { path: { id }, idempotencyKey }));
  },
  quizRenamed: async (id: string, title: string): Promise<void> => {
    const quiz = await call(calls.updateQuiz, { path: { id }, body: { title } });
    queryClient.setQueryData<Quiz>(quizKey(id), (cached) => cached && quiz);
    listCache.replace(quizLists, QuizListItem.parse(quiz));
    markStale(queryKeys.quizzes);
  },
  deckRenamed: async (id: string, title: string): Promise<void> => {
    const deck = await call(calls.updateDeck, { path: { id }, body: { title } });
    queryClient.setQueryData<FlashcardDeck>(deckKey(id), (cached) => cached && deck);
    listCache.replace(deckLists, FlashcardDeckListItem.parse(deck));
    markStale(queryKeys.flashcards);
  },
  questionAdded: (id: string, question: QuizQuestion): void => {
    queryClient.setQueryData<Quiz>(quizKey(id), (quiz) => {
      if (!quiz) return quiz;
      const questions = [...quiz.questions, question];
      return { ...quiz, questions, questionCount: questions.length };
    });
    markStale(queryKeys.quizzes);
  },
  cardAdded: (id: string, card: Flashcard): void => {
    queryClient.setQueryData<FlashcardDeck>(deckKey(id), (deck) => {
      if (!deck) return deck;
      const cards = [...deck.cards, card];
      return { ...deck, cards, cardCount: cards.length };
    });
    markStale(queryKeys.flashcards);
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
  /** Deletes a question, and prevents its guide from generating it again. */
  dropQuestion: async (id: string, questionId: string): Promise<void> => {
    await call(calls.deleteQuestion, { path: { id, questionId }, query: { reason: 'dropped' } });
    markStale(queryKeys.quizzes);
  },
  restoreQuestion: async (id: string, questionId: string): Promise<void> => {
    await call(calls.restoreQuestion, { path: { id, questionId } });
    markStale(queryKeys.quizzes);
  },
  reportQuestion: async (id: string, questionId: string, report: Report): Promise<string> => {
    const { message } = await call(calls.reportQuestion, { path: { id, questionId }, body: report });
    queryClient.setQueryData<Quiz>(quizKey(id), (quiz) => quiz && { ...quiz, questions: reported(quiz.questions, questionId, report) });
    return message;
  },
  /** Refetches the quiz, if the cached one is incomplete or out of date. */
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
  /** Deletes a card, and prevents its guide from generating it again. */
  dropCard: async (id: string, cardId: string): Promise<void> => {
    await call(calls.deleteCard, { path: { id, cardId }, query: { reason: 'dropped' } });
    markStale(queryKeys.flashcards);
  },
  restoreCard: async (id: string, cardId: string): Promise<void> => {
    await call(calls.restoreCard, { path: { id, cardId } });
    markStale(queryKeys.flashcards);
  },
  reportCard: async (id: string, cardId: string, report: Report): Promise<string> => {
    const { message } = await call(calls.reportCard, { path: { id, cardId }, body: report });
    queryClient.setQueryData<FlashcardDeck>(deckKey(id), (deck) => deck && { ...deck, cards: reported(deck.cards, cardId, report) });
    return message;
  },
  reloadDeck: (id: string): void => {
    void queryClient.refetchQueries({ queryKey: deckKey(id) });
  },
  /** Refetches the deck, because the server decides the order. If that fails, appends the new cards. */
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
      // The cards exist, so they are shown although the refetch failed.
      queryClient.setQueryData<FlashcardDeck>(deckKey(id), (deck) => deck && append(deck));
    }
  },
};
