import type { FlashcardDeckListItem, QuizListItem } from '@lectern/contracts';
import { commonOrders, type NamedOrder } from '@lectern/platform';

/** An untaken quiz has a score of 0 and comes after the taken ones. */
const practiceNeed = ({ currentScore }: QuizListItem): number => (currentScore > 0 ? currentScore : 101);

export const quizOrders: readonly NamedOrder<QuizListItem>[] = [
  ...commonOrders,
  { name: 'score', label: 'Lowest score', compare: (one, other) => practiceNeed(one) - practiceNeed(other) },
];

export const deckOrders: readonly NamedOrder<FlashcardDeckListItem>[] = commonOrders;
