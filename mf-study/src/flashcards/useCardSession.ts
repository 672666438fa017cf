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
  /** Goes to this card in the first render whose deck has it. */
  awaitCard: (cardId: string | undefined) => void;
}

/** Remembers the session, and where the deck was left, so that the dashboard can offer to continue. */
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

/** The session of a deck. After a reload, or leaving and coming back, it continues at the same card. */
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
