import { isRecord } from '@lectern/contracts';
import { browserStorage } from '@lectern/platform';

const keyOf = (deckId: string): string => `lectern.deck-position.${deckId}`;

/**
 * The card on which a reload, or a look elsewhere, interrupted the deck: its place counted from 0. The card is found again by its id, so
 * that cards that were added or taken out meanwhile change nothing.
 *
 * @param visit the router's key of the history entry. A deck that was gone through comes back at its last card to the entry that showed
 * it (reload, back); "Start Learning" makes a new entry, and there it begins anew.
 */
export const readPosition = (deckId: string, cardIds: readonly string[], visit: string): number => {
  const stored = browserStorage.session.readJson(keyOf(deckId));
  if (!isRecord(stored)) return 0;
  const found = cardIds.findIndex((id) => id === stored['cardId']);
  const before = stored['index'];
  // In place of a card that was taken out itself, the one that moved up shows.
  const index = found >= 0 || typeof before !== 'number' ? found : Math.min(before, cardIds.length - 1);
  const isFinished = index === cardIds.length - 1 && stored['visit'] !== visit;
  return index < 0 || isFinished ? 0 : index;
};

export const writePosition = (deckId: string, { cardId, index, visit }: { cardId: string; index: number; visit: string }): void => {
  browserStorage.session.writeJson(keyOf(deckId), { cardId, index, visit });
};
