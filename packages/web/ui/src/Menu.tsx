import type { ReactElement, ReactNode } from 'react';
import { IconButton } from './IconButton';
import { MoreVertical } from './icons';
import { LazyMenu } from './LazyMenu';
import type { MenuEntry } from './MenuEntry';

export type { MenuEntry } from './MenuEntry';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './MenuSurface').then(({ MenuSurface }) => MenuSurface);

export interface MenuProps {
  /** The item that the options belong to. The button is named "Options for {title}". */
  title: string;
  entries: readonly MenuEntry[];
  /** Replaces the three-dots button. Must take a ref and button props. */
  trigger?: ReactElement<object>;
  /** The element that gets the focus when the menu closes. Defaults to the button. */
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/**
 * The options of a card or page. Opens on click, and closes on an outside click and Escape.
 *
 * @example
 * ```tsx
 * <Menu
 *   title={folder.name}
 *   entries={[
 *     { label: 'Rename', icon: <Pencil aria-hidden />, onSelect: () => onRename(folder) },
 *     { label: 'Delete Folder', icon: <Trash2 aria-hidden />, isDestructive: true, onSelect: () => onDelete(folder) },
 *   ]}
 * />
 * ```
 */
export const Menu = ({ title, entries, trigger, returnFocusTo }: MenuProps): ReactNode => (
  <LazyMenu
    load={loadSurface}
    props={{ title, entries }}
    returnFocusTo={returnFocusTo}
    button={
      trigger ?? (
        <IconButton label={`Options for ${title}`}>
          <MoreVertical aria-hidden />
        </IconButton>
      )
    }
  />
);
