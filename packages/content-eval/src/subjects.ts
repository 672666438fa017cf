import type { Subject } from './check.ts';
import type { CardRound, EvaluatedCard, EvaluatedDeck, EvaluatedQuestion, QuizRound } from './evaluateDeck.ts';
import type { Guide } from '@lectern/study-content';

const questions = (deck: EvaluatedDeck, list: EvaluatedQuestion[]): Subject<EvaluatedQuestion>[] =>
  list.map((of) => ({ item: of.id, deck, of }));

/** Every generated question, repeated ones included. For checks without exceptions. */
export const everyQuestion = (deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] =>
  questions(
    deck,
    [...new Set([...deck.quizzes, deck.applied, ...(deck.injected ? [deck.injected.quiz] : [])])].flatMap((quiz) => quiz.questions),
  );

/** Every distinct question. For shares, in which a repeated question must not count twice. */
export const distinctQuestions = (deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] => questions(deck, deck.pool);

/** The first quiz alone. */
export const firstQuestions = (deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] => questions(deck, deck.quizzes[0]?.questions ?? []);

export const everyQuiz = (deck: EvaluatedDeck): Subject<QuizRound>[] =>
  deck.quizzes.map((of, index) => ({ item: `quiz ${index + 1}`, deck, of }));

/** Every card of the first deck and of "Generate New Cards". */
export const everyCard = (deck: EvaluatedDeck): Subject<EvaluatedCard>[] =>
  [...deck.cardRounds, ...(deck.injected ? [deck.injected.cards] : [])].flatMap(({ cards }) =>
    cards.map((of) => ({ item: of.id, deck, of })),
  );

export const distinctCards = (deck: EvaluatedDeck): Subject<EvaluatedCard>[] =>
  deck.cardRounds.flatMap(({ cards }) => cards.map((of) => ({ item: of.id, deck, of })));

export const everyCardRound = (deck: EvaluatedDeck): Subject<CardRound>[] =>
  deck.cardRounds.map((of, index) => ({ item: index === 0 ? 'cards' : `new cards ${index}`, deck, of }));

export interface StyledGuide {
  style: string | undefined;
  guide: Guide;
}

export const guideName = (style: string | undefined): string => `guide ${style ?? 'default'}`;

/** The guide of every style, as far as there is one. */
export const everyGuide = (deck: EvaluatedDeck): Subject<StyledGuide>[] =>
  deck.guides.flatMap(({ style, guide }) => (guide ? [{ item: guideName(style), deck, of: { style, guide } }] : []));

/** The guide without a preference. */
export const defaultGuide = (deck: EvaluatedDeck): Subject<StyledGuide>[] => everyGuide(deck).filter(({ of }) => of.style === undefined);
