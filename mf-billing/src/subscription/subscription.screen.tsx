import { usePageTitle } from '@lectern/platform';
import { PageHead } from '@lectern/ui';
import type { ReactNode } from 'react';

export const SubscriptionScreen = (): ReactNode => {
  usePageTitle('Subscription');
  return <PageHead title="Subscription" />;
};
