import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const ResetPasswordScreen = (): ReactNode => {
  usePageTitle('Reset password');
  return <PageHead title="Reset password" />;
};
