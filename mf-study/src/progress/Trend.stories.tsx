import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Trend } from './Trend';

const meta = { title: 'Study/Trend', component: Trend } satisfies Meta<typeof Trend>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Rising: Story = { args: { scores: [40, 60, 60, 80, 90] } };
export const TwoAttempts: Story = { args: { scores: [100, 0] } };
export const TwentyAttempts: Story = {
  args: { scores: [30, 50, 40, 60, 70, 65, 60, 80, 75, 90, 85, 70, 80, 90, 95, 100, 90, 95, 100, 100] },
};
