import type { ReactNode } from 'react';

export interface SidePanelProps {
  isOpen: boolean;
  onClose: () => void;
  /** The panel's name. */
  title: string;
  /** Each new value takes the focus into the panel, also while it is open: the page asked for something to be read. */
  opening?: unknown;
  /** Over the page in wide windows, too: for a page that leaves no room beside its text. */
  isOver?: boolean;
  /** Where the focus goes when the panel closes. */
  returnFocus: () => HTMLElement | undefined;
  children: ReactNode;
}
