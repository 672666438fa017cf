import type { ReactNode } from 'react';
import { OpenedPart } from './OpenedPart';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './SidePanelSurface').then(({ SidePanelSurface }) => SidePanelSurface);

/** From this width on there is room beside a page's text, and the page stays in use while the panel is open. */
export const panelBeside = '(min-width: 1200px)';

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

/**
 * Something beside the page: at the right edge, the page in use next to it; in narrower windows, or with `isOver`, over the page, and below
 * 720 px a sheet.
 * Escape closes it. What it is made of comes when it is first opened.
 */
export const SidePanel = (props: SidePanelProps): ReactNode => <OpenedPart load={loadSurface} props={props} />;
