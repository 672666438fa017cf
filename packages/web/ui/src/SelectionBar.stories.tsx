import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fn } from 'storybook/test';
import { Button } from './Button';
import { SelectionBar } from './SelectionBar';
import { SelectionBox } from './SelectionBox';

const meta = {
  title: 'Components/SelectionBar',
  component: SelectionBar,
  args: { count: 3, most: 100, onDelete: fn(), onCancel: fn() },
} satisfies Meta<typeof SelectionBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {};
export const WithFurtherAction: Story = { args: { children: <Button variant="secondary">Add to Folder</Button> } };
export const None: Story = { args: { count: 0 } };
export const TooMany: Story = { args: { count: 101 } };
export const Boxes: Story = {
  render: () => (
    <div style={{ display: 'flex' }}>
      <SelectionBox title="Cell respiration" isSelected onChange={fn()} />
      <SelectionBox title="Heart failure" isSelected={false} onChange={fn()} />
    </div>
  ),
};
