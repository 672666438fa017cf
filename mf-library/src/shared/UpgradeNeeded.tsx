import { errorText, openUpgradeModal } from '@lectern/platform';
import { Button, EmptyState } from '@lectern/ui';
import type { ReactNode } from 'react';

/** The empty state of a list while the upgrade modal shows the error itself. */
export const UpgradeNeeded = ({ error }: { error: unknown }): ReactNode => (
  <EmptyState
    drawing="trouble"
    action={
      <Button
        variant="secondary"
        onClick={() => {
          openUpgradeModal(errorText(error));
        }}
      >
        See Premium
      </Button>
    }
  >
    This list comes with premium.
  </EmptyState>
);
