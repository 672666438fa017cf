import { isUpgradeRequired, reportError } from '@lectern/platform';
import { useEffect, type ReactNode } from 'react';
import { UpgradeNeeded } from './UpgradeNeeded';

/**
 * For a list or page that this plan does not include: the upgrade modal opens and a toast says why.
 *
 * @returns what the page shows in place of its error; undefined for any other error
 */
export const useUpgradeView = (error: unknown): ReactNode => {
  useEffect(() => {
    if (isUpgradeRequired(error)) reportError(error);
  }, [error]);
  return isUpgradeRequired(error) ? <UpgradeNeeded error={error} /> : undefined;
};
