import { ErrorState } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface AreaCardProps {
  onRetry: () => void;
  /** Page and part are of different times, which a new page mends, now or in a few minutes. */
  isIncompatible?: boolean;
}

/** Stands where a part of the site should be that cannot be had right now. */
export const AreaCard = ({ onRetry, isIncompatible = false }: AreaCardProps): ReactNode =>
  isIncompatible ? (
    <ErrorState title="This part of Lectern is being updated" onRetry={onRetry}>
      The rest of the site works. Try again to load the newest page, or come back in a few minutes.
    </ErrorState>
  ) : (
    <ErrorState title="This part of Lectern did not load" onRetry={onRetry}>
      The rest of the site works. Check your connection, then try again.
    </ErrorState>
  );
