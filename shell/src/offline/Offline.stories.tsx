import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { onShell } from '../testing';
import { OfflineLine } from './Offline';

const meta = { title: 'Shell/Offline line', component: OfflineLine, decorators: [onShell] } satisfies Meta<typeof OfflineLine>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoNetwork: Story = { args: { network: 'offline' } };
export const SiteUnreachable: Story = { args: { network: 'unreachable' } };
