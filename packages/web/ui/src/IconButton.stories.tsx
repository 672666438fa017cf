import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { IconButton } from './IconButton';
import { MoreVertical, X } from './icons';

const meta = {
  title: 'Components/IconButton',
  component: IconButton,
  args: { label: 'Close', children: <X aria-hidden /> },
} satisfies Meta<typeof IconButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Close: Story = {};
export const Options: Story = { args: { label: 'Options for Cell respiration', children: <MoreVertical aria-hidden /> } };
export const Disabled: Story = { args: { disabled: true } };
