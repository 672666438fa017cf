import { useRef } from 'react';

/** What has the focus; in a menu, which is about to close, the button that opened it. */
const focused = (): HTMLElement | undefined => {
  const menu = document.activeElement?.closest('[role=menu]');
  const element = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
  return element instanceof HTMLElement ? element : undefined;
};

/** Dialogs here open without a trigger of their own, and the primitives return the focus to a trigger only. For a dialog's content. */
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
