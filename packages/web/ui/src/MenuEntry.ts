import type { ReactNode } from 'react';

/** An action, or a named list of further actions ("Add to Folder"). */
export interface MenuEntry {
  /** Distinguishes entries with the same label, such as folders with the same name. */
  id?: string;
  label: string;
  icon?: ReactNode;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onSelect?: () => void;
  /** The entries of the nested list. */
  entries?: readonly MenuEntry[];
  /** Shown if `entries` is empty. */
  emptyText?: string;
}
