import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { SourceNote } from './SourceNote';

const meta = { title: 'Study/Source note', component: SourceNote } satisfies Meta<typeof SourceNote>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Slide: Story = {
  args: {
    source: {
      pointer: { kind: 'slide', slide: 4, part: 'notes', paragraph: 1 },
      quote: 'Ask every patient how many pillows they sleep on.',
    },
  },
};
export const Text: Story = {
  args: { source: { pointer: { kind: 'text', paragraph: 12 }, quote: 'An offer ends when it is refused.' } },
};
