import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { aQuiz, listed } from '../testing';
import { ProgressScreen } from './progress.screen';

const meta = { title: 'Study/Progress', component: ProgressScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof ProgressScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/progress', user: learner, limits: premiumLimits(), ...platform } },
});

const guide = (id: string, title: string, scores: number[]) =>
  listed(
    aQuiz({
      _id: `z-${id}`,
      studyMaterialId: id,
      studyMaterialTitle: title,
      attempts: scores.length,
      running_average: scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length,
      recentScores: scores,
    }),
  );
const quizzes = [
  guide('m1', 'Heart Failure: Nursing Care of Adults', [40, 60, 60, 80, 90]),
  guide('m2', 'Contract Formation', [90, 100, 90, 100]),
  guide('m3', 'Cell Respiration', [70, 80, 80]),
  guide('m4', 'The Renal System', [30]),
  guide('m5', 'Statistics: sampling distributions and the central limit theorem for students of nursing', []),
];

export const Full: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, quizzes);
  },
});

export const Loading: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, never);
  },
});

export const Empty: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, []);
  },
});

export const NothingFound: Story = {
  ...on({
    at: '/progress?q=kidney',
    api: (api) => {
      api.on(calls.listQuizzes, quizzes);
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No quizzes found matching your search.')).toBeVisible();
  },
};

export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listQuizzes, answer(500, { code: 'internal' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Failed to load quizzes');
  },
};

export const LockedForFreeLearners: Story = {
  ...on({
    limits: freeLimits(),
    api: (api) => {
      api.on(calls.listQuizzes, quizzes);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByRole('heading', { name: 'Premium Feature' })).toBeVisible();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Upgrade to Premium' })).toHaveFocus();
  },
};
