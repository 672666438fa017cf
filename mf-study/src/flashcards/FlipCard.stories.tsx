import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { FlipCard } from './FlipCard';

const meta = {
  title: 'Study/Flip card',
  component: FlipCard,
  args: {
    card: { _id: 'k1', front: 'What is preload?', back: 'The stretch of the ventricle at the end of filling.' },
    isFlipped: false,
    onFlip: fn(),
    onSwipe: fn(),
  },
} satisfies Meta<typeof FlipCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Front: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^Front.*What is preload/ }));
    await expect(args.onFlip).toHaveBeenCalledTimes(1);
  },
};
export const Back: Story = { args: { isFlipped: true } };
