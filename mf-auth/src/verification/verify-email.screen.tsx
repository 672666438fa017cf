import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const VerifyEmailScreen = (): ReactNode => {
  usePageTitle('Verifying your email');
  return <PageHead title="Verifying your email" />;
};
