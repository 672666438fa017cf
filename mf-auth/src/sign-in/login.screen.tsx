import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const LoginScreen = (): ReactNode => {
  usePageTitle('Sign in');
  return <PageHead title="Sign in" />;
};
