import type { ReactNode } from 'react';

/** An action, or a named list of further ones ("Add to Folder"). */
export interface MenuEntry {
  /** Distinguishes entries of the same label, such as folders of the same name. */
  id?: string;
  label: string;
  icon?: ReactNode;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onSelect?: () => void;
  /** Opens beside the entry. */
  entries?: readonly MenuEntry[];
  /** Stands in for `entries` when there are none. */
  emptyText?: string;
}
