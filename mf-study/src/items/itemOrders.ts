import type { FlashcardDeckListItem, QuizListItem } from '@lectern/contracts';
import { commonOrders, type NamedOrder } from '@lectern/platform';

/** Sort key that puts the lowest scores first. A quiz that was never taken has a score of 0 and sorts last. */
const practiceNeed = ({ currentScore }: QuizListItem): number => (currentScore > 0 ? currentScore : 101);

export const quizOrders: readonly NamedOrder<QuizListItem>[] = [
  ...commonOrders,
  { name: 'score', label: 'Lowest score', compare: (one, other) => practiceNeed(one) - practiceNeed(other) },
];

export const deckOrders: readonly NamedOrder<FlashcardDeckListItem>[] = commonOrders;
