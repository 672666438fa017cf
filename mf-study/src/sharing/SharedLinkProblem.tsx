import { isAbsent } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, SharedProblem } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface SharedLinkProblemProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

/** Shown if a link is unknown or has ended, and if the page could not be read. */
export const SharedLinkProblem = ({ query: { error, isFetching, refetch } }: SharedLinkProblemProps): ReactNode => (
  <SharedProblem
    isAbsent={isAbsent(error)}
    onRetry={() => void refetch()}
    isRetrying={isFetching}
    action={
      <Button as={Link} to="/" variant="secondary">
        Go to Lectern
      </Button>
    }
  />
);
