import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fn } from 'storybook/test';
import { AreaCard } from './AreaCard';

const meta = { title: 'Shell/Area card', component: AreaCard, args: { onRetry: fn() } } satisfies Meta<typeof AreaCard>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The remote could not be loaded, or has not loaded within five seconds. */
export const Absent: Story = {};

/** The remote is incompatible with the page's shell. */
export const OfAnotherTime: Story = { args: { isIncompatible: true } };
