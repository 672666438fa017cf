import { calls, type GuideMastery } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  learner,
  never,
  onPlatform,
  premiumLimits,
  type FakeApi,
  type PlatformParameters,
} from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { aDeck, aQuiz, listed, listedDeck } from '../testing';
import { ProgressScreen } from './progress.screen';

const meta = { title: 'Study/Progress', component: ProgressScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof ProgressScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      ...{ at: '/progress', user: learner, limits: premiumLimits(), ...platform },
      api: (api: FakeApi) => {
        api.on(calls.listDecks, decks);
        api.on(calls.listMastery, mastery);
        platform.api?.(api);
      },
    },
  },
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

const decks = [listedDeck(aDeck({ _id: 'd-m6', studyMaterialId: 'm6', studyMaterialTitle: 'Shock' }))];
const mastery: GuideMastery[] = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'].map((studyMaterialId, index) => ({
  ...{ studyMaterialId, mastery: 0.92 - index * 0.15, items: 30, seen: 28 - index * 4, due: 3 },
}));

export const Full: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, quizzes);
  },
});

const attempt = { _id: 'a1', finishedAt: '2025-03-05T12:00:00.000Z', score: 50, correctAnswers: 2, totalQuestions: 4, mode: 'practice' };
const [question] = aQuiz({}).questions;
export const ByTopic: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listQuizzes, quizzes);
      api.on(calls.listAttempts, [attempt]);
      api.on(calls.getAttempt, {
        ...attempt,
        questions: ['Left-sided failure', 'Left-sided failure', 'Drug therapy', 'Signs of fluid overload in older adults'].map(
          (topic, index) => ({
            ...question,
            _id: `n${String(index)}`,
            topic,
            answer: index % 2 === 0 ? 'right' : 'wrong',
            correctAnswer: 'right',
          }),
        ),
      });
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByRole('button', { name: 'By topic' }))[0] as HTMLElement);
    await waitFor(() => expect(within(document.body).getByText('Drug therapy')).toBeVisible());
  },
};

export const Loading: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, never);
  },
});

export const Empty: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, []);
    api.on(calls.listDecks, []);
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
