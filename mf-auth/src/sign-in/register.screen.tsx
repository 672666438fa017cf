import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const RegisterScreen = (): ReactNode => {
  usePageTitle('Create your account');
  return <PageHead title="Create your account" />;
};
