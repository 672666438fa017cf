import { Button, Notice } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface UnsavedNoticeProps {
  onRetry: () => void;
  /** Label of the button that skips the change, such as "Leave it out". */
  leaveOut: string;
  onLeaveOut: () => void;
  children: ReactNode;
}

/** Why a change could not be saved, with buttons to retry or skip it. */
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
