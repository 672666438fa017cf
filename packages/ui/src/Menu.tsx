import type { ReactElement, ReactNode } from 'react';
import { IconButton } from './IconButton';
import { MoreVertical } from './icons';
import { LazyMenu } from './LazyMenu';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './MenuSurface').then(({ MenuSurface }) => MenuSurface);

/** An action, or a named list of further ones ("Add to Folder"). */
export interface MenuEntry {
  /** Tells entries of the same label apart, such as folders of one name. */
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

export interface MenuProps {
  /** The thing the options belong to: the button is named "Options for {title}". */
  title: string;
  entries: readonly MenuEntry[];
  /** Another trigger than the three dots; it must take a ref and button props. */
  trigger?: ReactElement<object>;
}

/** The options of a card or page: opens on click, closes on an outside click and Escape. */
export const Menu = ({ title, entries, trigger }: MenuProps): ReactNode => (
  <LazyMenu
    load={loadSurface}
    props={{ entries }}
    button={
      trigger ?? (
        <IconButton label={`Options for ${title}`}>
          <MoreVertical aria-hidden />
        </IconButton>
      )
    }
  />
);
