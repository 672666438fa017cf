import { useEffect, useRef, type RefObject } from 'react';

/** Gives a new card the focus when the card before it, or a button that is now disabled, dropped it. */
export const useCardFocus = (button: RefObject<HTMLButtonElement | null>, cardId: string | undefined): void => {
  const lastCardId = useRef(cardId);
  useEffect(() => {
    if (lastCardId.current === cardId) return;
    lastCardId.current = cardId;
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused.matches(':disabled')) button.current?.focus({ preventScroll: true });
  }, [button, cardId]);
};
