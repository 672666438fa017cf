import { ErrorState } from '@lectern/ui';
import type { ReactNode } from 'react';

/** Stands where a part of the site should be that cannot be had right now. */
export const AreaCard = ({ onRetry }: { onRetry: () => void }): ReactNode => (
  <ErrorState title="This part of Lectern did not load" onRetry={onRetry}>
    The rest of the site works. Check your connection, then try again.
  </ErrorState>
);
