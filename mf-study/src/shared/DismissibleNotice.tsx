import { IconButton, media, Notice, space, X } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** The button stays in the corner, also when the text or the action wraps. */
const Base = styled.div`
  position: relative;
  > :first-child {
    padding-inline-end: ${space[48]};
  }
  /* The text of a quiet action, not its padding, is in line with the notice's text. */
  > :first-child > a {
    margin-block: -10px;
    @media ${media.small} {
      margin-block: 0;
      margin-inline-start: calc(-1 * ${space[16]});
    }
  }
  > button {
    position: absolute;
    inset-block-start: ${space[4]};
    inset-inline-end: ${space[4]};
  }
`;

export interface DismissibleNoticeProps {
  children: ReactNode;
  /** An action that resolves it. */
  action?: ReactNode;
  onDismiss: () => void;
}

/** A notice that stays until the learner dismisses it. */
export const DismissibleNotice = ({ children, action, onDismiss }: DismissibleNoticeProps): ReactNode => (
  <Base role="status">
    <Notice tone="neutral" action={action}>
      {children}
    </Notice>
    <IconButton label="Dismiss" onClick={onDismiss}>
      <X aria-hidden />
    </IconButton>
  </Base>
);
