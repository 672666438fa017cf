import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { ErrorState } from './ErrorState';

const meta = {
  title: 'Components/ErrorState',
  component: ErrorState,
  args: { children: 'Error loading study guides. Please try again.', onRetry: fn() },
} satisfies Meta<typeof ErrorState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithRetry: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(args.onRetry).toHaveBeenCalledTimes(1);
  },
};
export const Retrying: Story = { args: { isRetrying: true } };
export const WithTitle: Story = {
  args: { title: 'We could not load your account', children: 'You are still signed in. Check your connection, then try again.' },
};
export const WithoutRetry: Story = { render: () => <ErrorState>Study guide not found.</ErrorState> };
