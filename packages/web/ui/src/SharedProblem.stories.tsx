import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { Button } from './Button';
import { SharedProblem } from './SharedProblem';

const meta = {
  title: 'Components/Shared problem',
  component: SharedProblem,
  args: { isAbsent: true, onRetry: fn(), isRetrying: false, action: <Button variant="secondary">Go to Lectern</Button> },
} satisfies Meta<typeof SharedProblem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ended: Story = {};
export const Unreadable: Story = {
  args: { isAbsent: false },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /try again/i }));
    await expect(args.onRetry).toHaveBeenCalledTimes(1);
  },
};
