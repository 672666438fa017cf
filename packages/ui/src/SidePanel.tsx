import type { ReactNode } from 'react';
import { OpenedPart } from './OpenedPart';
import type { SidePanelProps } from './SidePanelProps';

export type { SidePanelProps } from './SidePanelProps';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './SidePanelSurface').then(({ SidePanelSurface }) => SidePanelSurface);

/**
 * Something beside the page: at the right edge, the page in use next to it; in narrower windows, or with `isOver`, over the page, and below
 * 720 px a sheet.
 * Escape closes it. What it is made of comes when it is first opened.
 */
export const SidePanel = (props: SidePanelProps): ReactNode => <OpenedPart load={loadSurface} props={props} />;
