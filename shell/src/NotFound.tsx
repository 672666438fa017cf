import { usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, NotFoundState } from '@lectern/ui';
import type { ReactNode } from 'react';

export const NotFound = (): ReactNode => {
  usePageTitle('Page not found');
  return (
    <NotFoundState
      title="Page not found"
      action={
        <Button as={Link} to="/" variant="secondary">
          Go to the start page
        </Button>
      }
    >
      There is no page at this address.
    </NotFoundState>
  );
};
