import { useRef } from 'react';

/**
 * Returns the focus when a dialog closes. Lectern's dialogs have no trigger, and the primitives return the focus to a trigger only.
 *
 * @example
 * ```tsx
 * const focusReturn = useFocusReturn();
 * return <AlertPrimitive.Content {...focusReturn}>{children}</AlertPrimitive.Content>;
 * ```
 */
export const useFocusReturn = (): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } => {
  const before = useRef<HTMLElement | undefined>(undefined);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      before.current?.focus();
    },
  };
};
