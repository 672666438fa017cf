import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from './Button';
import { UsageBar } from './UsageBar';

const meta = { title: 'Components/UsageBar', component: UsageBar, args: { label: 'Quizzes', current: 2, limit: 5 } } satisfies Meta<
  typeof UsageBar
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Normal: Story = {};
export const Near: Story = { args: { current: 4, note: <span>You&apos;re near your quizzes limit. Consider upgrading.</span> } };
export const Reached: Story = {
  args: {
    current: 5,
    note: (
      <>
        <span>You&apos;ve reached your quizzes limit. Upgrade to continue.</span>
        <Button variant="secondary">Upgrade</Button>
      </>
    ),
  },
};
export const Over: Story = { args: { current: 7 } };
export const Unlimited: Story = { args: { current: 40, limit: undefined } };
