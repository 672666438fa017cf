import type { SlotProps } from '@lectern/platform';
import type { ReactNode } from 'react';
import { UsageMeter } from './UsageMeter';

/** `billing/usage-meter/v1`: the usage meter for the lists of other remotes. */
export const UsageMeterSlot = ({ thing }: SlotProps['billing/usage-meter/v1']): ReactNode => <UsageMeter thing={thing} />;
