import type { ReactElement, ReactNode } from 'react';
import { IconButton } from './IconButton';
import { MoreVertical } from './icons';
import { LazyMenu } from './LazyMenu';
import type { MenuEntry } from './MenuEntry';

export type { MenuEntry } from './MenuEntry';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './MenuSurface').then(({ MenuSurface }) => MenuSurface);

export interface MenuProps {
  /** The thing the options belong to: the button is named "Options for {title}". */
  title: string;
  entries: readonly MenuEntry[];
  /** Another trigger than the three dots; it must take a ref and button props. */
  trigger?: ReactElement<object>;
  /** The element that gets the focus when the menu closes; the button when left out. */
  returnFocusTo?: () => HTMLElement | null | undefined;
}

/** The options of a card or page: opens on click, closes on an outside click and Escape. */
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
