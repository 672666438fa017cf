/** Learning a deck, as a state machine without rendering or calls (specification, section 4). */
export interface CardSession {
  /** The deck's cards, in order. */
  cardIds: readonly string[];
  /** The card on screen, counted from 0. */
  index: number;
  isFlipped: boolean;
}

export type CardAction =
  | { type: 'flip' }
  | { type: 'next' }
  | { type: 'previous' }
  /** The deck got new cards, the last `added` ones. The first new one is shown. */
  | { type: 'cardsAdded'; cardIds: readonly string[]; added: number }
  /** The deck has these cards now. */
  | { type: 'cardsChanged'; cardIds: readonly string[] };

/** The initial session: at the first card, or at a stored one, front up. */
export const startCards = (cardIds: readonly string[], index = 0): CardSession => ({ cardIds, index, isFlipped: false });

export const isFirstCard = ({ index }: CardSession): boolean => index === 0;

export const isLastCard = ({ index, cardIds }: CardSession): boolean => index >= cardIds.length - 1;

/** Whether the session is about these cards. */
export const hasCards = ({ cardIds }: CardSession, ids: readonly string[]): boolean =>
  cardIds.length === ids.length && cardIds.every((id, place) => id === ids[place]);

/** Goes to another card, front up. */
const moveTo = (session: CardSession, index: number): CardSession => {
  const next = Math.min(Math.max(0, session.cardIds.length - 1), Math.max(0, index));
  return next === session.index ? session : { ...session, index: next, isFlipped: false };
};

/** The session after an action; the same object when nothing changes. */
export const reduceCards = (session: CardSession, action: CardAction): CardSession => {
  switch (action.type) {
    case 'flip':
      return session.cardIds.length === 0 ? session : { ...session, isFlipped: !session.isFlipped };
    case 'next':
      return moveTo(session, session.index + 1);
    case 'previous':
      return moveTo(session, session.index - 1);
    case 'cardsAdded':
      return moveTo({ ...session, cardIds: action.cardIds }, action.cardIds.length - action.added);
    case 'cardsChanged': {
      const { cardIds } = action;
      if (hasCards(session, cardIds)) return session;
      const place = cardIds.indexOf(session.cardIds[session.index] ?? '');
      // When the current card was deleted, the next one is shown, or the last one.
      return place < 0
        ? startCards(cardIds, Math.max(0, Math.min(session.index, cardIds.length - 1)))
        : { ...session, cardIds, index: place };
    }
  }
};
