import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const SettingsScreen = (): ReactNode => {
  usePageTitle('Settings');
  return <PageHead title="Settings" />;
};
