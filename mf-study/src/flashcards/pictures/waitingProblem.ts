import type { CardPictures } from './useCardPictures';

/** The error of a card whose pictures are still being added. */
export const waitingProblem = ({ waiting }: Pick<CardPictures, 'waiting'>): { pictures?: string } =>
  waiting.front + waiting.back > 0 ? { pictures: 'A picture is still being added. Save again in a moment.' } : {};
