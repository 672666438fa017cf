import type { ReactNode } from 'react';
import { Button } from './Button';
import { EmptyState } from './EmptyState';
import { RefreshCw } from './icons';

export interface ErrorStateProps {
  title?: string;
  /** What happened and what to do: 'Error loading study guides. Please try again.' */
  children: ReactNode;
  onRetry?: () => void;
  /** Defaults to 'Try again'. The folders page uses 'Try Again'. */
  retryLabel?: string;
  isRetrying?: boolean;
}

/** An error in place of a list or page, with "Try again". */
export const ErrorState = ({ title, children, onRetry, retryLabel = 'Try again', isRetrying = false }: ErrorStateProps): ReactNode => (
  <div role="alert">
    <EmptyState
      drawing="trouble"
      {...(title !== undefined && { title })}
      action={
        onRetry && (
          <Button variant="secondary" icon={<RefreshCw aria-hidden />} onClick={onRetry} isBusy={isRetrying}>
            {retryLabel}
          </Button>
        )
      }
    >
      {children}
    </EmptyState>
  </div>
);
