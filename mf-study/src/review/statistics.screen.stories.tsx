import { calls } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  learner,
  never,
  onPlatform,
  type FakeApi,
  type PlatformParameters,
  type ReceivedCall,
} from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { StatisticsScreen } from './statistics.screen';
import { aListedCard, aListedQuestion, aReviewSummary, aReviewYear, emptySummary, someSettings } from './testing';

const meta = {
  title: 'Study/Review statistics',
  component: StatisticsScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof StatisticsScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (summary: unknown): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/review/statistics',
      user: learner,
      limits: freeLimits(),
      api: (api: FakeApi) => {
        api.on(calls.getReviewSummary, summary);
        api.on(calls.getReviewSettings, someSettings());
        api.on(calls.getReviewYear, aReviewYear());
        api.on(calls.listReviewItems, ({ query }: ReceivedCall) =>
          query['list'] === 'hardest' ? [aListedCard('k1'), aListedQuestion('h1')] : [aListedCard('k2')],
        );
      },
    } satisfies PlatformParameters,
  },
});

export const Full: Story = {
  ...on(aReviewSummary()),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('table', { name: 'Reviews due on the next 30 days' })).toBeInTheDocument();
  },
};
/** The first week, in which no review counts towards retention yet. */
export const FirstDays: Story = on(aReviewSummary({ retention30d: null, streakDays: 1 }));
export const Empty: Story = on(emptySummary());
export const Loading: Story = on(never);
export const Failed: Story = {
  ...on(answer(500, { code: 'internal' })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('The statistics could not be loaded.');
  },
};
