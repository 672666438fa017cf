import type { ReactNode } from 'react';

export interface SidePanelProps {
  isOpen: boolean;
  onClose: () => void;
  /** The panel's name. */
  title: string;
  /** Each new value moves the focus into the panel, also while it is open. */
  opening?: unknown;
  /** Over the page in wide windows as well: for a page without room beside its text. */
  isOver?: boolean;
  /** Where the focus goes when the panel closes. */
  returnFocus: () => HTMLElement | undefined;
  children: ReactNode;
}
