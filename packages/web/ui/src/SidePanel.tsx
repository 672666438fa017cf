import type { ReactNode } from 'react';
import { OpenedPart } from './OpenedPart';
import type { SidePanelProps } from './SidePanelProps';

export type { SidePanelProps } from './SidePanelProps';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './SidePanelSurface').then(({ SidePanelSurface }) => SidePanelSurface);

/**
 * A panel at the right edge that leaves the page usable. In narrower windows, or with `isOver`, it covers the page, and below 720 px it is
 * a sheet. Escape closes it. Its code is loaded when it is first opened.
 *
 * @example
 * ```tsx
 * const opener = useRef<HTMLButtonElement>(null);
 *
 * <Button ref={opener} onClick={() => setIsOpen(true)}>Topics</Button>
 * <SidePanel isOpen={isOpen} onClose={close} title={`Topics of ${title}`} returnFocus={() => opener.current ?? undefined}>
 *   <Topics quizIds={quizIds} />
 * </SidePanel>
 * ```
 */
export const SidePanel = (props: SidePanelProps): ReactNode => <OpenedPart load={loadSurface} props={props} />;
