import { useRef } from 'react';

/** The focused element; inside a menu, which is about to close, the button that opened it. */
const focused = (): HTMLElement | undefined => {
  const menu = document.activeElement?.closest('[role=menu]');
  const element = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
  return element instanceof HTMLElement ? element : undefined;
};

/** Returns the focus when a dialog closes. Our dialogs have no trigger, and the primitives return the focus to a trigger only. */
export const useFocusReturn = (): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } => {
  const before = useRef<HTMLElement | undefined>(undefined);
  return {
    onOpenAutoFocus: () => {
      before.current = focused();
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      before.current?.focus();
    },
  };
};
