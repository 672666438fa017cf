import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { DialogProps } from './DialogProps';
import { OpenedPart } from './OpenedPart';
import { media, space } from './tokens';

export type { DialogProps } from './DialogProps';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './DialogSurface').then(({ DialogSurface }) => DialogSurface);

/** The row of buttons at the foot of a dialog: cancel first, the action last. */
export const DialogActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[12]};
  margin-top: ${space[24]};
  @media ${media.small} {
    > * {
      flex: 1;
    }
  }
`;

/**
 * A dialog; below 720 px a sheet. Traps the focus and returns it when it closes.
 * Its code is loaded when it is first opened.
 */
export const Dialog = (props: DialogProps): ReactNode => <OpenedPart load={loadSurface} props={props} />;
