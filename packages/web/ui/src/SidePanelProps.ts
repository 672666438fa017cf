import type { ReactNode } from 'react';

export interface SidePanelProps {
  isOpen: boolean;
  onClose: () => void;
  /** The panel's name. */
  title: string;
  /** Each new value moves the focus into the panel, even if it is already open. */
  opening?: unknown;
  /** Covers the page in wide windows as well, for a page without space next to its text. */
  isOver?: boolean;
  /** Returns the element that gets the focus when the panel closes. */
  returnFocus: () => HTMLElement | undefined;
  children: ReactNode;
  /** Buttons that stay at the foot of the panel. */
  foot?: ReactNode;
}
