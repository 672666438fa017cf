import type { FlashcardDeck } from '@lectern/contracts';
import { useLocation } from '@lectern/platform/router';
import { useEffect, useReducer, useState, type Dispatch } from 'react';
import { hasCards, reduceCards, startCards, type CardAction, type CardSession } from './CardSession';
import { readPosition, writePosition } from './deckPosition';

export interface CardSessionView {
  session: CardSession;
  dispatch: Dispatch<CardAction>;
  /** Goes to this card as soon as the deck has it, whichever render that is. */
  awaitCard: (cardId: string | undefined) => void;
}

/** The session of a deck. After a reload, or leaving and coming back, it continues at the same card. */
export const useCardSession = (deck: FlashcardDeck): CardSessionView => {
  const { key: visit } = useLocation();
  const cardIds = deck.cards.map((card) => card._id);
  const [session, dispatch] = useReducer(reduceCards, cardIds, (ids) => startCards(ids, readPosition(deck._id, ids, visit)));

  const [awaitedCardId, setAwaitedCardId] = useState<string>();
  const awaited = awaitedCardId === undefined ? -1 : cardIds.indexOf(awaitedCardId);
  if (awaited >= 0) {
    setAwaitedCardId(undefined);
    dispatch({ type: 'cardsAdded', cardIds, added: cardIds.length - awaited });
  } else if (!hasCards(session, cardIds)) {
    dispatch({ type: 'cardsChanged', cardIds });
  }

  const { index } = session;
  const cardId = cardIds[index];
  useEffect(() => {
    if (cardId !== undefined) writePosition(deck._id, { cardId, index, visit });
  }, [deck._id, cardId, index, visit]);
  return { session, dispatch, awaitCard: setAwaitedCardId };
};
