import { isRecord } from '@lectern/contracts';
import { browserStorage } from '@lectern/platform';

const keyOf = (deckId: string): string => `lectern.deck-position.${deckId}`;

/**
 * The index of the card at which the deck was left, counted from 0. The card is found by its id, so that cards may be added or deleted
 * meanwhile.
 *
 * @param visit the router's key of the history entry. A finished deck is shown at its last card only in the same history entry (reload, back).
 * "Start Learning" creates a new entry, in which it starts at the first card.
 */
export const readPosition = (deckId: string, cardIds: readonly string[], visit: string): number => {
  const stored = browserStorage.session.readJson(keyOf(deckId));
  if (!isRecord(stored)) return 0;
  const found = cardIds.findIndex((id) => id === stored['cardId']);
  const before = stored['index'];
  // When the card itself was deleted, the one that moved up is shown.
  const index = found >= 0 || typeof before !== 'number' ? found : Math.min(before, cardIds.length - 1);
  const isFinished = index === cardIds.length - 1 && stored['visit'] !== visit;
  return index < 0 || isFinished ? 0 : index;
};

export const writePosition = (deckId: string, { cardId, index, visit }: { cardId: string; index: number; visit: string }): void => {
  browserStorage.session.writeJson(keyOf(deckId), { cardId, index, visit });
};
