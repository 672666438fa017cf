import type { Omission } from '@lectern/contracts';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { LeftOutLines } from './LeftOutLines';

const line = (slide: number, text: string, reason: Omission['reason']): Omission => ({
  text,
  pointer: { kind: 'slide', slide, part: 'body', paragraph: 1 },
  reason,
});

const meta = {
  title: 'Library/Left-out lines',
  component: LeftOutLines,
  args: {
    studyMaterialId: 'g1',
    omitted: [
      line(1, 'Ann Miller, RN', 'credit'),
      line(2, 'Signs of heart failure', 'agenda'),
      ...[3, 4, 5, 6].map((slide) => line(slide, 'Nursing 101, spring term', 'footer')),
      line(6, 'Ask the students what they would do first.', 'presenter'),
      line(14, 'https://heart.example/guidelines', 'link'),
    ],
  },
} satisfies Meta<typeof LeftOutLines>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Folded: Story = {};
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Left out: 8 lines from 7 slides'));
  },
};
