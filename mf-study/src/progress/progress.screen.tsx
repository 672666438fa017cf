import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const ProgressScreen = (): ReactNode => {
  usePageTitle('Progress');
  return <PageHead title="Progress" />;
};
