import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fn } from 'storybook/test';
import { AreaCard } from './AreaCard';

const meta = { title: 'Shell/Area card', component: AreaCard, args: { onRetry: fn() } } satisfies Meta<typeof AreaCard>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Its remote could not be had, or has not come for five seconds. */
export const Absent: Story = {};

/** Its remote was made for another shell than the page's. */
export const OfAnotherTime: Story = { args: { isIncompatible: true } };
