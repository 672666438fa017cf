import { IconButton, Notice, X } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface DismissibleNoticeProps {
  children: ReactNode;
  onDismiss: () => void;
}

/** A sentence that stays until the learner dismisses it. */
export const DismissibleNotice = ({ children, onDismiss }: DismissibleNoticeProps): ReactNode => (
  <div role="status">
    <Notice
      action={
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X aria-hidden />
        </IconButton>
      }
    >
      {children}
    </Notice>
  </div>
);
