import { onPlatform } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { TryIt } from './TryIt';

const meta = { title: 'Shell/Try it', component: TryIt, decorators: [onPlatform] } satisfies Meta<typeof TryIt>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Untried: Story = {};
export const Answered: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Contract and eject blood' }));
    await expect(await canvas.findByText('Not quite.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: /^A card.*Click to flip$/ }));
    await expect(canvas.getByText(/^Closing valves/)).toBeVisible();
  },
};
