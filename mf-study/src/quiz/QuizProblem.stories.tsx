import { learner, onPlatform, premiumLimits } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fn } from 'storybook/test';
import { QuizProblem } from './QuizProblem';

const meta = {
  title: 'Study/Quiz problem',
  component: QuizProblem,
  decorators: [onPlatform],
  tags: ['screen'],
  parameters: { platform: { at: '/quizzes/z1', user: learner, limits: premiumLimits() } },
  args: { isAbsent: false, isRetrying: false, onRetry: fn() },
} satisfies Meta<typeof QuizProblem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NotFound: Story = { args: { isAbsent: true } };
export const Failed: Story = {};
export const TryingAgain: Story = { args: { isRetrying: true } };
