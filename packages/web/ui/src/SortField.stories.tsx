import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { SortField } from './SortField';

const meta = {
  title: 'Components/SortField',
  component: SortField,
  args: {
    value: '',
    options: [
      { value: '', label: 'Newest first' },
      { value: 'title', label: 'Title' },
    ],
    onChange: fn(),
  },
} satisfies Meta<typeof SortField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Chosen: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Sort by' }), 'Title');
    await expect(args.onChange).toHaveBeenLastCalledWith('title');
  },
};
