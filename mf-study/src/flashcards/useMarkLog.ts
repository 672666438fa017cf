import { useRef, useState, type Dispatch } from 'react';
import { reviewOutbox } from '../review/reviewOutbox';
import { reviewChanges } from '../review/reviewQueries';
import { useShownTime } from '../shared/useShownTime';
import type { CardAction, CardMark, CardSession } from './CardSession';

/** A mark of this run, and the id of its answer in the outbox. */
interface LoggedMark {
  mark: CardMark;
  answerId: string;
}

/**
 * Logs the marks of a deck as reviews. A changed mark of a card in the same run replaces the earlier one; flipping a card logs nothing.
 *
 * @returns a dispatch that logs marks, and a function that takes the typed answer to the card on screen
 */
export const useMarkLog = (
  session: CardSession,
  dispatch: Dispatch<CardAction>,
): { dispatch: Dispatch<CardAction>; onTyped: (typed: string) => void } => {
  const logged = useRef(new Map<string, LoggedMark>());
  const itemId = session.isFinished ? undefined : session.cardIds[session.index];
  const shownMs = useShownTime(itemId);
  const [typedFor, setTypedFor] = useState<string>();
  const log = (cardId: string, mark: CardMark): void => {
    const earlier = logged.current.get(cardId);
    if (earlier?.mark === mark) return;
    if (earlier) reviewOutbox.takeBack(earlier.answerId, cardId);
    const answerId = reviewOutbox.answer({
      ...{ itemId: cardId, kind: 'card', rating: mark === 'known' ? 'good' : 'again', evidence: typedFor === cardId ? 'typed' : 'mark' },
      ...{ durationMs: shownMs(), answeredAt: new Date().toISOString() },
    });
    logged.current.set(cardId, { mark, answerId });
    reviewChanges.reloadSummary();
  };
  return {
    dispatch: (action) => {
      if (action.type === 'restart') logged.current.clear();
      if (action.type === 'mark' && session.isFlipped && itemId !== undefined) log(itemId, action.mark);
      dispatch(action);
    },
    onTyped: (typed) => {
      setTypedFor(typed === '' ? undefined : itemId);
    },
  };
};
