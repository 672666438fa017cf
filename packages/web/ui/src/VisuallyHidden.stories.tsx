import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { Badge } from './Badge';
import { VisuallyHidden } from './VisuallyHidden';

const meta = {
  title: 'Components/VisuallyHidden',
  component: VisuallyHidden,
  args: { children: 'Best score: ' },
  render: (args) => (
    <Badge tone="success">
      <VisuallyHidden {...args} />
      80%
    </Badge>
  ),
} satisfies Meta<typeof VisuallyHidden>;
export default meta;
type Story = StoryObj<typeof meta>;

export const BeforeAFigure: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Best score:').getBoundingClientRect().width).toBe(1);
  },
};
