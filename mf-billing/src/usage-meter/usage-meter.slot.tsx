import type { SlotProps } from '@lectern/platform';
import type { ReactNode } from 'react';

export const UsageMeterSlot = ({ thing }: SlotProps['billing/usage-meter/v1']): ReactNode => <p>{thing}</p>;
