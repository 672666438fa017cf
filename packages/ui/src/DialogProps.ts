import type { ReactNode } from 'react';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The dialog's name. */
  title: string;
  description?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
}
