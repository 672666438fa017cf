import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { AreaCard } from './AreaCard';

const meta = { title: 'Shell/Area card', component: AreaCard, args: { onRetry: fn() } } satisfies Meta<typeof AreaCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const DidNotLoad: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(args.onRetry).toHaveBeenCalledTimes(1);
  },
};
