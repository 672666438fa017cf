import { Button, Notice } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface UnsavedNoticeProps {
  onRetry: () => void;
  /** What going on without the change is called: "Leave it out". */
  leaveOut: string;
  onLeaveOut: () => void;
  children: ReactNode;
}

/** Why a change could not be saved, and the two ways on. */
export const UnsavedNotice = ({ onRetry, leaveOut, onLeaveOut, children }: UnsavedNoticeProps): ReactNode => (
  <Notice
    tone="danger"
    isUrgent
    action={
      <>
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
        <Button variant="quiet" onClick={onLeaveOut}>
          {leaveOut}
        </Button>
      </>
    }
  >
    {children}
  </Notice>
);
