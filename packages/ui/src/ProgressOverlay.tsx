import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { LazyPart } from './LazyPart';
import type { ProgressOverlayProps } from './ProgressOverlaySurface';
import { color, size } from './tokens';

export type { OverlayClock, ProgressOverlayProps } from './ProgressOverlaySurface';

const loadSurface = () =>
  import(/* webpackChunkName: "overlays" */ './ProgressOverlaySurface').then(({ ProgressOverlaySurface }) => ProgressOverlaySurface);

const Cover = styled.div`
  position: fixed;
  inset: 0;
  z-index: 45;
  display: grid;
  place-items: center;
  background: ${color.paper};
  font-size: ${size[28]};
  font-weight: 650;
`;

/** Covers and blocks the page while a call runs. Until its code is there, it covers the page with the title alone. */
export const ProgressOverlay = (props: ProgressOverlayProps): ReactNode => (
  <LazyPart load={loadSurface} props={props} fallback={<Cover role="status">{props.title}</Cover>} />
);
