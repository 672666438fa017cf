/** Going through a deck, as a state machine without any drawing or call (specification, section 4). */
export interface CardSession {
  /** How many cards the deck has. */
  count: number;
  /** The card on screen, counted from 0. */
  index: number;
  isFlipped: boolean;
}

export type CardAction =
  | { type: 'flip' }
  | { type: 'next' }
  | { type: 'previous' }
  /** The deck has `count` cards now, of which the last `added` are new: the first new one shows. */
  | { type: 'cardsAdded'; count: number; added: number }
  /** The deck came anew with another number of cards. */
  | { type: 'counted'; count: number };

/** A deck at its first card, or at the one where it was left; front up. */
export const startCards = (count: number, index = 0): CardSession => ({ count, index, isFlipped: false });

export const isFirstCard = ({ index }: CardSession): boolean => index === 0;

export const isLastCard = ({ index, count }: CardSession): boolean => index >= count - 1;

/** Another card shows its front first. */
const moveTo = (session: CardSession, index: number): CardSession => {
  const next = Math.min(Math.max(0, session.count - 1), Math.max(0, index));
  return next === session.index ? session : { ...session, index: next, isFlipped: false };
};

/** The session after an action; the same object when nothing changes. */
export const reduceCards = (session: CardSession, action: CardAction): CardSession => {
  switch (action.type) {
    case 'flip':
      return session.count === 0 ? session : { ...session, isFlipped: !session.isFlipped };
    case 'next':
      return moveTo(session, session.index + 1);
    case 'previous':
      return moveTo(session, session.index - 1);
    case 'cardsAdded':
      return moveTo({ ...session, count: action.count }, action.count - action.added);
    case 'counted':
      return action.count === session.count ? session : moveTo({ ...session, count: action.count }, session.index);
  }
};
