import type { FlashcardDeck } from '@lectern/contracts';
import { forgetPlace, rememberPlace } from '@lectern/platform';
import { useLocation } from '@lectern/platform/router';
import { useEffect, useReducer, useState, type Dispatch } from 'react';
import { splitTitle } from '../shared/text';
import { hasCards, reduceCards, type CardAction, type CardSession } from './CardSession';
import { readCardSession, writeCardSession } from './cardSessionStorage';

export interface CardSessionView {
  session: CardSession;
  dispatch: Dispatch<CardAction>;
  /** Moves to this card as soon as the deck includes it. */
  awaitCard: (cardId: string | undefined) => void;
}

/** Stores the session, and the position at which the dashboard offers to continue. */
const useStoredSession = ({ _id, title }: FlashcardDeck, session: CardSession, visit: string): void => {
  useEffect(() => {
    writeCardSession(_id, session, visit);
    const { index, cardIds, round, isFinished } = session;
    if (isFinished) forgetPlace({ kind: 'deck', id: _id });
    else if (index > 0 && round === undefined)
      rememberPlace({
        kind: 'deck',
        id: _id,
        title: splitTitle(title)[1],
        position: `Card ${String(index + 1)} of ${String(cardIds.length)}`,
      });
  }, [_id, title, session, visit]);
};

/** The session of a deck. It continues at the same card after a reload or a later visit. */
export const useCardSession = (deck: FlashcardDeck): CardSessionView => {
  const { key: visit } = useLocation();
  const deckIds = deck.cards.map((card) => card._id);
  const [session, dispatch] = useReducer(reduceCards, deckIds, (ids) => readCardSession(deck._id, ids, visit));

  const [awaitedCardId, setAwaitedCardId] = useState<string>();
  const awaited = awaitedCardId === undefined ? -1 : deckIds.indexOf(awaitedCardId);
  if (awaited >= 0) {
    setAwaitedCardId(undefined);
    dispatch({ type: 'cardsAdded', cardIds: deckIds, added: deckIds.length - awaited });
  } else if (!hasCards(session, deckIds)) {
    dispatch({ type: 'cardsChanged', cardIds: deckIds });
  }
  useStoredSession(deck, session, visit);
  return { session, dispatch, awaitCard: setAwaitedCardId };
};
