import { Button, Notice } from '@lectern/ui';
import type { ReactNode } from 'react';

/** The error notice of one dashboard section. */
export const PartFailed = ({ isBusy, onRetry, children }: { isBusy: boolean; onRetry: () => void; children: string }): ReactNode => (
  <Notice
    tone="warning"
    isUrgent
    action={
      <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {children}
  </Notice>
);
