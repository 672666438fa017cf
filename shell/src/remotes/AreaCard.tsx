import { useFocusMode } from '@lectern/platform';
import { ErrorState } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface AreaCardProps {
  onRetry: () => void;
  /** Shell and remote are incompatible. Reloading the page helps, now or in a few minutes. */
  isIncompatible?: boolean;
}

/** Shown in place of a remote's page that cannot be loaded. */
export const AreaCard = ({ onRetry, isIncompatible = false }: AreaCardProps): ReactNode => {
  // A page in focus mode has its own close button, which did not load. So the frame is shown instead.
  useFocusMode(false);
  return isIncompatible ? (
    <ErrorState title="This part of Lectern is being updated" onRetry={onRetry}>
      The rest of the site works. Try again to load the newest page, or come back in a few minutes.
    </ErrorState>
  ) : (
    <ErrorState title="This part of Lectern did not load" onRetry={onRetry}>
      The rest of the site works. Check your connection, then try again.
    </ErrorState>
  );
};
