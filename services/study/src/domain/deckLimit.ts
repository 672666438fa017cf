import type { Plan } from '@lectern/contracts';

/** The limit of decks, and what a learner is told who has reached it. */
export const deckLimit = ({ limits: { flashcards: limit } }: Plan): { limit: number | undefined; message: string } => ({
  limit,
  message: `You've reached your limit of ${limit} flashcard decks. Upgrade to premium for unlimited decks.`,
});
