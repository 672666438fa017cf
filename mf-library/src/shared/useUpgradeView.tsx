import { isUpgradeRequired, reportError } from '@lectern/platform';
import { useEffect, type ReactNode } from 'react';
import { UpgradeNeeded } from './UpgradeNeeded';

/**
 * Handles a list or page that the plan does not include: opens the upgrade modal and shows a toast with the reason.
 *
 * @returns what the page shows in place of its error; undefined for any other error
 */
export const useUpgradeView = (error: unknown): ReactNode => {
  useEffect(() => {
    if (isUpgradeRequired(error)) reportError(error);
  }, [error]);
  return isUpgradeRequired(error) ? <UpgradeNeeded error={error} /> : undefined;
};
