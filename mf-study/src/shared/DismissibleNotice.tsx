import { IconButton, Notice, X } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface DismissibleNoticeProps {
  children: ReactNode;
  /** An action that resolves it. */
  action?: ReactNode;
  onDismiss: () => void;
}

/** A notice that stays until the learner dismisses it. */
export const DismissibleNotice = ({ children, action, onDismiss }: DismissibleNoticeProps): ReactNode => (
  <div role="status">
    <Notice
      action={
        <>
          {action}
          <IconButton label="Dismiss" onClick={onDismiss}>
            <X aria-hidden />
          </IconButton>
        </>
      }
    >
      {children}
    </Notice>
  </div>
);
