import { usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, EmptyState, PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const NotFound = (): ReactNode => {
  usePageTitle('Page not found');
  return (
    <>
      <PageHead title="Page not found" />
      <EmptyState
        drawing="search"
        action={
          <Button as={Link} to="/" variant="secondary">
            Go to the start
          </Button>
        }
      >
        There is no page at this address.
      </EmptyState>
    </>
  );
};
