import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { DialogProps } from './DialogProps';
import { OpenedPart } from './OpenedPart';
import { color, media, radius, space } from './tokens';

export type { DialogProps } from './DialogProps';

const loadSurface = () => import(/* webpackChunkName: "overlays" */ './DialogSurface').then(({ DialogSurface }) => DialogSurface);

/** The row of buttons at the bottom of a dialog: cancel first, the action last. Stays in view while the content above it scrolls. */
export const DialogActions = styled.div`
  position: sticky;
  bottom: calc(-1 * ${space[24]});
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[12]};
  margin: ${space[8]} calc(-1 * ${space[24]}) calc(-1 * ${space[24]});
  padding: ${space[16]} ${space[24]} ${space[24]};
  border-radius: 0 0 ${radius.card} ${radius.card};
  background: ${color.raised};
  /* A line while content scrolls below the row; elsewhere always, because only some browsers tell whether it is stuck. */
  &::before {
    content: '';
    position: absolute;
    inset: 0 0 auto;
    border-top: 1px solid ${color.line};
  }
  @supports (container-type: scroll-state) {
    container-type: scroll-state;
    &::before {
      opacity: 0;
    }
    @container scroll-state(stuck: bottom) {
      &::before {
        opacity: 1;
      }
    }
  }
  @media ${media.small} {
    bottom: calc(-1 * (${space[24]} + env(safe-area-inset-bottom)));
    border-radius: 0;
    > * {
      flex: 1;
    }
  }
`;

/**
 * A modal dialog; below 720 px a sheet. Traps the focus and returns it on close. Its code is loaded when it is first opened.
 *
 * @example
 * ```tsx
 * <Dialog isOpen={isOpen} onClose={onClose} title="Review Schedule">
 *   <ReviewTable reviews={data.reviews} />
 *   <DialogActions>
 *     <Button variant="secondary" onClick={() => void suspend(true)}>Suspend</Button>
 *     <Button onClick={onClose}>Close</Button>
 *   </DialogActions>
 * </Dialog>
 * ```
 */
export const Dialog = (props: DialogProps): ReactNode => <OpenedPart load={loadSurface} props={props} />;
