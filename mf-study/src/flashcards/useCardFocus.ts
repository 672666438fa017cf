import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the new card if focus was lost with the previous card, or is on a button that is now disabled. */
export const useCardFocus = (button: RefObject<HTMLButtonElement | null>, cardId: string | undefined): void => {
  const lastCardId = useRef(cardId);
  useEffect(() => {
    if (lastCardId.current === cardId) return;
    lastCardId.current = cardId;
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused.matches(':disabled')) button.current?.focus({ preventScroll: true });
  }, [button, cardId]);
};
