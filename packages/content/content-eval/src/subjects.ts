import type { Guide } from '@lectern/study-content';
import type { Subject } from './check.ts';
import type { CardRound, EvaluatedCard, EvaluatedDeck, EvaluatedQuestion, QuizRound } from './evaluateDeck.ts';

const named = <Item extends { id: string }>(list: readonly Item[]): Subject<Item>[] => list.map((of) => ({ item: of.id, of }));

/** Every generated question, including repetitions, for checks without exceptions. */
export function everyQuestion(deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] {
  // A brief evaluation of applied questions uses one quiz for both.
  const rounds = new Set([...deck.quizzes, deck.applied, deck.injected?.quiz]);
  return named([...rounds].flatMap((round) => round?.questions ?? []));
}

/** Every distinct question, for shares, which must not count repetitions. */
export const distinctQuestions = (deck: EvaluatedDeck): Subject<EvaluatedQuestion>[] => named(deck.uniqueQuestions);

/** The questions of the first quiz (0) or of the one on weak areas (1). */
export const questionsOfQuiz =
  (round: 0 | 1) =>
  ({ quizzes }: EvaluatedDeck): Subject<EvaluatedQuestion>[] =>
    named(quizzes[round]?.questions ?? []);

export const everyQuiz = (deck: EvaluatedDeck): Subject<QuizRound>[] =>
  deck.quizzes.map((of, index) => ({ item: `quiz ${index + 1}`, of }));

/** Every card of the first deck and of "Generate New Cards". */
export const distinctCards = (deck: EvaluatedDeck): Subject<EvaluatedCard>[] => named(deck.cardRounds.flatMap(({ cards }) => cards));

/** The distinct cards, and the cards from material with a prompt injection. */
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

/** The guides of all styles that exist. */
export const everyGuide = (deck: EvaluatedDeck): Subject<StyledGuide>[] =>
  deck.guides.flatMap(({ style, guide }) => (guide ? [{ item: guideName(style), of: { style, guide } }] : []));

export const defaultGuide = (deck: EvaluatedDeck): Subject<StyledGuide>[] => everyGuide(deck).filter(({ of }) => of.style === undefined);
