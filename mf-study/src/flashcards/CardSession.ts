/** The learner's mark for a card: known, or not yet known. */
export type CardMark = 'known' | 'missed';

/** Why a run has only part of the deck: the cards marked as not yet known, or the cards without a mark. */
export type CardRound = 'missed' | 'unmarked';

/** A run through a deck, as a pure state machine. */
export interface CardSession {
  /** All cards of the deck. */
  deckIds: readonly string[];
  /** The cards of this run, in order: all of them, shuffled, or those of a round. */
  cardIds: readonly string[];
  /** Undefined if the run covers the whole deck. */
  round: CardRound | undefined;
  /** Zero-based index of the card on screen. */
  index: number;
  isFlipped: boolean;
  /** Marks by card id. A card without a mark was viewed only. */
  marks: Readonly<Record<string, CardMark>>;
  /** Whether the run is over and its result is shown. */
  isFinished: boolean;
}

export type CardAction =
  | { type: 'flip' }
  | { type: 'next' }
  | { type: 'previous' }
  /** Marks the card and moves on, if the back is showing. Finishes the run after the last card. */
  | { type: 'mark'; mark: CardMark }
  | { type: 'finish' }
  /** Starts a new run with these cards. `round` says why it covers only part of the deck. */
  | { type: 'restart'; cardIds: readonly string[]; round?: CardRound }
  /** The last `added` cards are new. Moves to the first of them. */
  | { type: 'cardsAdded'; cardIds: readonly string[]; added: number }
  /** Synchronises the session with the deck's current cards. */
  | { type: 'cardsChanged'; cardIds: readonly string[] };

/** The initial session: at the first card or at `index`, front up. */
export const startCards = (deckIds: readonly string[], index = 0): CardSession => ({
  deckIds,
  cardIds: deckIds,
  round: undefined,
  index,
  isFlipped: false,
  marks: {},
  isFinished: false,
});

export const isFirstCard = ({ index }: CardSession): boolean => index === 0;

export const isLastCard = ({ index, cardIds }: CardSession): boolean => index >= cardIds.length - 1;

/** Whether the session's deck has exactly these cards, in this order. */
export const hasCards = ({ deckIds }: CardSession, ids: readonly string[]): boolean =>
  deckIds.length === ids.length && deckIds.every((id, place) => id === ids[place]);

/** Ids of the run's cards with this mark, or without a mark if `mark` is undefined, in the run's order. */
export const cardsMarked = ({ cardIds, marks }: CardSession, mark: CardMark | undefined): string[] =>
  cardIds.filter((id) => marks[id] === mark);

/** Shuffles cards. @param random - returns a number from 0 (inclusive) to 1 (exclusive), like `Math.random` */
export const shuffled = (ids: readonly string[], random: () => number): string[] => {
  const rest = [...ids];
  const order: string[] = [];
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return order;
};

/** Moves to another card, front up. */
const moveTo = (session: CardSession, index: number): CardSession => {
  const next = Math.min(Math.max(0, session.cardIds.length - 1), Math.max(0, index));
  return next === session.index ? session : { ...session, index: next, isFlipped: false };
};

const finish = (session: CardSession): CardSession =>
  session.cardIds.length === 0 ? session : { ...session, isFinished: true, isFlipped: false };

const markCard = (session: CardSession, mark: CardMark): CardSession => {
  const id = session.cardIds[session.index];
  if (id === undefined || !session.isFlipped) return session;
  const marked = { ...session, marks: { ...session.marks, [id]: mark } };
  return isLastCard(session) ? finish(marked) : moveTo(marked, session.index + 1);
};

/** Updates the run to the deck's current cards: removes deleted cards and appends new ones. */
const withDeck = (session: CardSession, deckIds: readonly string[], takesNew = true): CardSession => {
  const present = new Set(deckIds);
  const known = new Set(session.deckIds);
  const added = takesNew ? deckIds.filter((id) => !known.has(id)) : [];
  const cardIds = [...session.cardIds.filter((id) => present.has(id)), ...added];
  const place = cardIds.indexOf(session.cardIds[session.index] ?? '');
  const next = { ...session, deckIds, cardIds, isFinished: session.isFinished && cardIds.length > 0 };
  // If the current card was deleted, the next one is shown, or the last one.
  return place < 0
    ? { ...next, index: Math.max(0, Math.min(session.index, cardIds.length - 1)), isFlipped: false }
    : { ...next, index: place };
};

/** The session after an action; the same object if nothing changes. */
export const reduceCards = (session: CardSession, action: CardAction): CardSession => {
  switch (action.type) {
    case 'flip':
      return session.cardIds.length === 0 ? session : { ...session, isFlipped: !session.isFlipped };
    case 'next':
      return moveTo(session, session.index + 1);
    case 'previous':
      return moveTo(session, session.index - 1);
    case 'mark':
      return markCard(session, action.mark);
    case 'finish':
      return finish(session);
    case 'restart':
      return { ...startCards(session.deckIds), cardIds: action.cardIds, round: action.round };
    case 'cardsAdded': {
      const next = withDeck(session, action.cardIds);
      return moveTo({ ...next, isFinished: false }, next.cardIds.length - action.added);
    }
    case 'cardsChanged':
      // A round keeps its initial cards.
      return hasCards(session, action.cardIds) ? session : withDeck(session, action.cardIds, session.round === undefined);
  }
};
