import { isRecord } from '@lectern/contracts';
import { learnerStorage } from '@lectern/platform';
import { isLastCard, startCards, type CardMark, type CardRound, type CardSession } from './CardSession';

const nameOf = (deckId: string): string => `card-session.${deckId}`;

const isMark = (value: unknown): value is CardMark => value === 'known' || value === 'missed';

const roundIn = (value: unknown): CardRound | undefined => (value === 'missed' || value === 'unmarked' ? value : undefined);

const stringsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []);

/**
 * Restores the stored session, front up. Cards are matched by id, so the deck may have changed in the meantime.
 *
 * @param visit - the router's key of the history entry. A finished run or a partial round is restored only in the same history entry (reload,
 * back). "Start Learning" creates a new entry, in which the deck starts at the first card.
 */
export const readCardSession = (deckId: string, deckIds: readonly string[], visit: string): CardSession => {
  const fresh = startCards(deckIds);
  const stored = learnerStorage.readJson(nameOf(deckId));
  if (!isRecord(stored)) return fresh;
  const present = new Set(deckIds);
  const before = stringsIn(stored['cardIds']);
  const known = new Set(stringsIn(stored['deckIds']));
  const round = roundIn(stored['round']);
  const added = round === undefined ? deckIds.filter((id) => !known.has(id)) : [];
  const cardIds = [...before.filter((id) => present.has(id)), ...added];
  const at = typeof stored['index'] === 'number' ? stored['index'] : 0;
  const place = cardIds.indexOf(before[at] ?? '');
  const marks = isRecord(stored['marks']) ? stored['marks'] : {};
  const session: CardSession = {
    ...fresh,
    cardIds,
    round,
    // If the current card was deleted, the card that took its place is shown.
    index: place >= 0 ? place : Math.max(0, Math.min(at, cardIds.length - 1)),
    marks: Object.fromEntries(cardIds.flatMap((id) => (isMark(marks[id]) ? [[id, marks[id]]] : []))),
    isFinished: stored['isFinished'] === true,
  };
  const isOver = session.cardIds.length === 0 || session.isFinished || isLastCard(session);
  return (isOver || session.round !== undefined) && stored['visit'] !== visit ? fresh : session;
};

export const writeCardSession = (
  deckId: string,
  { deckIds, cardIds, round, index, marks, isFinished }: CardSession,
  visit: string,
): void => {
  learnerStorage.writeJson(nameOf(deckId), { deckIds, cardIds, round, index, marks, isFinished, visit });
};
