import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { CheckList } from './CheckList';

const meta = {
  title: 'Components/CheckList',
  component: CheckList,
  args: {
    label: 'Guides',
    options: [
      { value: 'heart', label: 'The heart' },
      { value: 'lung', label: 'The lung', detail: 'Now in Physiology' },
      { value: 'kidney', label: 'The kidney' },
    ],
    chosen: [],
    most: 2,
    onChange: fn(),
  },
} satisfies Meta<typeof CheckList>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByText('The heart'));
    await expect(args.onChange).toHaveBeenCalledWith(['heart']);
  },
};
export const Full: Story = {
  args: { chosen: ['heart', 'lung'] },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('checkbox', { name: 'The kidney' })).toBeDisabled();
    await userEvent.click(canvas.getByText('The lung'));
    await expect(args.onChange).toHaveBeenCalledWith(['heart']);
  },
};
