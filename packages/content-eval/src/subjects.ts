import type { Guide } from '@lectern/study-content';
import type { Subject } from './check.ts';
import type { CardRound, EvaluatedCard, EvaluatedDeck, EvaluatedQuestion, QuizRound } from './evaluateDeck.ts';

const named = <Item extends { id: string }>(list: readonly Item[]): Subject<Item>[] => list.map((of) => ({ item: of.id, of }));

/** Every generated question, repeated ones included. For checks without exceptions. */
export function everyQuestion(deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] {
  // A brief evaluation of applied questions has one quiz in both roles.
  const rounds = new Set([...deck.quizzes, deck.applied, ...(deck.injected ? [deck.injected.quiz] : [])]);
  return named([...rounds].flatMap(({ questions }) => questions));
}

/** Every distinct question. For shares, in which a repeated question must not count twice. */
export const distinctQuestions = (deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] => named(deck.pool);

/** The first quiz alone. */
export const firstQuestions = (deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] => named(deck.quizzes[0]?.questions ?? []);

/** The quiz on weak areas. */
export const regeneratedQuestions = (deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] => named(deck.quizzes[1]?.questions ?? []);

export const everyQuiz = (deck: EvaluatedDeck): Subject<QuizRound>[] =>
  deck.quizzes.map((of, index) => ({ item: `quiz ${index + 1}`, of }));

/** Every card of the first deck and of "Generate New Cards". */
export const distinctCards = (deck: EvaluatedDeck): Subject<EvaluatedCard>[] => named(deck.cardRounds.flatMap(({ cards }) => cards));

/** Those, and the cards of the material with an instruction in it. */
export const everyCard = (deck: EvaluatedDeck): Subject<EvaluatedCard>[] => [
  ...distinctCards(deck),
  ...named(deck.injected?.cards.cards ?? []),
];

export const everyCardRound = (deck: EvaluatedDeck): Subject<CardRound>[] =>
  deck.cardRounds.map((of, index) => ({ item: index === 0 ? 'cards' : `new cards ${index}`, of }));

export interface StyledGuide {
  style: string | undefined;
  guide: Guide;
}

export const guideName = (style: string | undefined): string => `guide ${style ?? 'default'}`;

/** The guide of every style, as far as there is one. */
export const everyGuide = (deck: EvaluatedDeck): Subject<StyledGuide>[] =>
  deck.guides.flatMap(({ style, guide }) => (guide ? [{ item: guideName(style), of: { style, guide } }] : []));

/** The guide without a preference. */
export const defaultGuide = (deck: EvaluatedDeck): Subject<StyledGuide>[] => everyGuide(deck).filter(({ of }) => of.style === undefined);
