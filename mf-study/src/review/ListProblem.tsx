import { ErrorState } from '@lectern/ui';
import type { ReactNode } from 'react';

/** Shown if a list of items could not be loaded. */
export const ListProblem = ({ query }: { query: { isFetching: boolean; refetch: () => Promise<unknown> } }): ReactNode => (
  <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
    This list could not be loaded.
  </ErrorState>
);
