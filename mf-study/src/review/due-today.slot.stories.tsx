import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { anExam } from '../exams/testing';
import { DueTodaySlot } from './due-today.slot';
import { aReviewSummary, emptySummary } from './testing';

const meta = { title: 'Study/Due today', component: DueTodaySlot, decorators: [onPlatform] } satisfies Meta<typeof DueTodaySlot>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (summary: unknown, exams: unknown = [anExam()]): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/dashboard',
      user: learner,
      limits: freeLimits(),
      api: (api: FakeApi) => {
        api.on(calls.getReviewSummary, summary);
        api.on(calls.listExams, exams);
      },
    } satisfies PlatformParameters,
  },
});

export const Due: Story = {
  ...on(aReviewSummary()),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Review' })).toHaveAttribute('href', '/review');
  },
};
export const OnlyNewCards: Story = on(aReviewSummary({ due: 0, reviewedToday: 0 }));
export const NothingDue: Story = on(aReviewSummary({ due: 0, new: 0 }));
export const NoCardsYet: Story = on(emptySummary(), []);
export const Loading: Story = on(never);
export const Failed: Story = {
  ...on(answer(500, { code: 'internal' })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('What is due could not be loaded.')).toBeVisible();
  },
};
