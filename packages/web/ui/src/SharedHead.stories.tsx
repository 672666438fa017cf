import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { SharedHead } from './SharedHead';

const meta = {
  title: 'Components/Shared head',
  component: SharedHead,
  args: {
    ...{ title: 'Cardiology', what: 'folder', owner: 'Ada', context: '3 study guides' },
    ...{ isCopying: false, onCopy: fn() },
  },
} satisfies Meta<typeof SharedHead>;
export default meta;
type Story = StoryObj<typeof meta>;
export const WithOwner: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Copy to my Lectern' }));
    await expect(args.onCopy).toHaveBeenCalledTimes(1);
  },
};
export const WithoutOwner: Story = { args: { owner: null } };
export const Copying: Story = { args: { isCopying: true } };
