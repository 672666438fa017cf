import type { ReactNode } from 'react';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The dialog's name. */
  title: string;
  description?: ReactNode;
  isWide?: boolean;
  /** As wide as its content, up to the window's width. Used for pictures. */
  isFull?: boolean;
  children?: ReactNode;
}
