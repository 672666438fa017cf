import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Keeps the keyboard's place in a list of cards: when the card that had the focus is gone, the one that moved up takes it, or the
 * panel when none is left. Put what it returns on the element whose children the cards are.
 *
 * @param count how many cards there are.
 */
export const useFocusKept = (count: number): { ref: RefObject<HTMLDivElement | null>; onFocus: (event: FocusEvent) => void } => {
  const list = useRef<HTMLDivElement>(null);
  const place = useRef(0);
  const countBefore = useRef(count);
  useEffect(() => {
    const isFewer = count < countBefore.current;
    countBefore.current = count;
    if (!isFewer) return;
    // After the question whether to delete has given the focus back, to a button that is no longer there.
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const card = list.current?.children[Math.min(place.current, count - 1)];
      const panel = document.querySelector<HTMLElement>('[role=tabpanel]');
      (card?.querySelector<HTMLElement>('a[href], button') ?? panel)?.focus();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [count]);
  return {
    ref: list,
    onFocus: ({ target }) => {
      const index = [...(list.current?.children ?? [])].findIndex((child) => child.contains(target));
      // A menu's entries stand elsewhere on the page; the place is that of the button that opened it.
      if (index >= 0) place.current = index;
    },
  };
};
