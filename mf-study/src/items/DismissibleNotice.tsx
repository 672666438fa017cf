import { IconButton, Notice, space, X } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Place = styled.div`
  margin-bottom: ${space[24]};
`;

export interface DismissibleNoticeProps {
  children: ReactNode;
  onDismiss: () => void;
}

/** A sentence above a list that stays until the learner dismisses it. */
export const DismissibleNotice = ({ children, onDismiss }: DismissibleNoticeProps): ReactNode => (
  <Place role="status">
    <Notice
      action={
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X aria-hidden />
        </IconButton>
      }
    >
      {children}
    </Notice>
  </Place>
);
