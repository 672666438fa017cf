import type { SlotProps } from '@lectern/platform';
import type { ReactNode } from 'react';

export const UpgradeSlot = ({ message, onDone: _onDone }: SlotProps['billing/upgrade/v1']): ReactNode => (
  <p>{message ?? 'Upgrade to Premium'}</p>
);
