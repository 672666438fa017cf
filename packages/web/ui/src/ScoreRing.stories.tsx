import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ScoreRing } from './ScoreRing';

const meta = { title: 'Components/ScoreRing', component: ScoreRing, args: { percent: 92, label: 'score', tone: 'good' } } satisfies Meta<
  typeof ScoreRing
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Excellent: Story = {};
export const Good: Story = { args: { percent: 74, tone: 'near' } };
export const KeepPracticing: Story = { args: { percent: 40, tone: 'full' } };
export const Nothing: Story = { args: { percent: 0, tone: 'full' } };
export const Everything: Story = { args: { percent: 100 } };
export const Progress: Story = { args: { percent: 34, label: 'done', tone: 'accent', pixels: 144 } };

/** On a phone the digits fit into a smaller ring. */
export const AllOnAPhone: Story = { args: { percent: 100, label: 'recalled', tone: 'good', phonePixels: 96 } };
