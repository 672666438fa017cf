import { usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, EmptyState } from '@lectern/ui';
import type { ReactNode } from 'react';

export const NotFound = (): ReactNode => {
  usePageTitle('Page not found');
  return (
    <EmptyState
      drawing="search"
      title="Page not found"
      action={
        <Button as={Link} to="/" variant="secondary">
          Go to the start
        </Button>
      }
    >
      There is no page at this address.
    </EmptyState>
  );
};
