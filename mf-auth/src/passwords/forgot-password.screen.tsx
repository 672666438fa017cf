import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const ForgotPasswordScreen = (): ReactNode => {
  usePageTitle('Forgot password');
  return <PageHead title="Forgot password" />;
};
