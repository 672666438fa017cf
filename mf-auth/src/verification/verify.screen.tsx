import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const VerifyScreen = (): ReactNode => {
  usePageTitle('Verify your email');
  return <PageHead title="Verify your email" />;
};
