import { freeLimits, learner, onPlatform, premiumLimits } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { UsageMeterSlot } from './usage-meter.slot';

const meta = {
  title: 'Billing/Usage meter',
  component: UsageMeterSlot,
  decorators: [onPlatform],
  args: { thing: 'quizzes' },
} satisfies Meta<typeof UsageMeterSlot>;
export default meta;
type Story = StoryObj<typeof meta>;

const quizzes = (current: number): Pick<Story, 'parameters'> => ({
  parameters: { platform: { user: learner, limits: freeLimits({ quizzes: { ...freeLimits().quizzes, current } }) } },
});

export const Normal: Story = quizzes(3);
export const Near: Story = {
  ...quizzes(4),
  play: async ({ canvas }) => {
    await expect(canvas.getByText("You're near your quizzes limit. Consider upgrading.")).toBeVisible();
  },
};
export const Reached: Story = {
  ...quizzes(5),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Upgrade' })).toBeVisible();
  },
};
export const OverAfterPremium: Story = quizzes(12);
export const Unlimited: Story = { parameters: { platform: { user: learner, limits: premiumLimits() } } };
