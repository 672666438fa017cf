import { reportError } from '@lectern/platform';
import { useEffect } from 'react';
import { isUpgradeRequired } from './libraryQueries';

/** A list that cannot be read on this plan: the upgrade modal opens and a toast says why (specification, section 8). */
export const useUpgradeReport = (error: unknown): void => {
  useEffect(() => {
    if (isUpgradeRequired(error)) reportError(error);
  }, [error]);
};
