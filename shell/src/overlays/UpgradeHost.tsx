import { Slot, useUpgradeModal } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, Dialog, DialogActions, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';

/** The upgrade modal. mf-billing provides its content; without mf-billing it shows a sentence and a link to /subscription. */
export const UpgradeHost = (): ReactNode => {
  const { isOpen, message, close } = useUpgradeModal();
  return (
    <Dialog isOpen={isOpen} onClose={close} title="Upgrade to Premium">
      <Slot
        name="billing/upgrade/v1"
        props={{ message, onDone: close }}
        loading={<TextSkeleton label="Loading the plans" lines={4} />}
        fallback={
          <>
            <p>
              {message ?? 'You have reached a limit of the free plan.'} Premium lifts the limits for $9.99 per month, and you can cancel
              anytime.
            </p>
            <DialogActions>
              <Button variant="secondary" onClick={close}>
                Not now
              </Button>
              <Button as={Link} to="/subscription" onClick={close}>
                See the plans
              </Button>
            </DialogActions>
          </>
        }
      />
    </Dialog>
  );
};
