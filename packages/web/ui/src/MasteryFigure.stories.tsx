import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { MasteryExplanation, MasteryFigure } from './MasteryFigure';

const meta = {
  title: 'Components/MasteryFigure',
  component: MasteryFigure,
  args: { mastery: 0.62, items: 30, seen: 25 },
} satisfies Meta<typeof MasteryFigure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NeedsPractice: Story = {};
export const Strong: Story = { args: { mastery: 0.81 } };
export const Mastered: Story = { args: { mastery: 0.94, seen: 30 } };
export const NotYetTried: Story = { args: { mastery: 0, seen: 0 } };
export const Compact: Story = { args: { isCompact: true } };
export const Explanation: Story = { render: ({ items, seen }) => <MasteryExplanation items={items} seen={seen} of="the exam’s guides" /> };
