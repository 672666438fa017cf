import { useState, type Dispatch } from 'react';
import { isFreeKey, isOnControl } from '../shared/keys';
import { useKeyDown } from '../shared/useKeyDown';
import type { CardAction } from './CardSession';

const actions: Record<string, CardAction> = {
  ArrowRight: { type: 'next' },
  ArrowLeft: { type: 'previous' },
  ' ': { type: 'flip' },
  '1': { type: 'mark', mark: 'missed' },
  '2': { type: 'mark', mark: 'known' },
};

/**
 * Handles a deck's keys: Space flips the card, 1 marks it as not yet known, 2 as known, the arrow keys move back and forward.
 *
 * @returns whether a key was used on this page
 */
export const useCardKeys = (dispatch: Dispatch<CardAction>): boolean => {
  const [wasUsed, setWasUsed] = useState(false);
  useKeyDown((event) => {
    if (!isFreeKey(event)) return;
    const action = actions[event.key];
    // On a button, Space presses that button. The card is a button itself and flips by it.
    if (!action || (event.key === ' ' && (event.repeat || isOnControl(event)))) return;
    event.preventDefault();
    setWasUsed(true);
    dispatch(action);
  });
  return wasUsed;
};
