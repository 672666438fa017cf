import { calls } from '@lectern/contracts';
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
import { expect, within } from 'storybook/test';
import { aMastery, listedDeck, listedGuide, listedGuides, listedQuiz, unbroken } from '../shared/testing';
import { DashboardScreen } from './dashboard.screen';

const meta = { title: 'Library/Dashboard', component: DashboardScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof DashboardScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/dashboard', path: '/dashboard', user: learner, limits: freeLimits(), ...platform } },
});

const full = (api: FakeApi): void => {
  api.on(calls.listStudyMaterials, listedGuides(3));
  api.on(calls.listQuizzes, [listedQuiz({ createdAt: '2025-03-06T12:00:00.000Z', attempts: 2, running_average: 55 })]);
  api.on(calls.listDecks, [listedDeck({ studyMaterialId: 'g2', createdAt: '2025-03-07T12:00:00.000Z' })]);
  api.on(calls.listMastery, [aMastery('g1', 0.55), aMastery('g2', 0.81)]);
};
const counted = (limits: ReturnType<typeof freeLimits>) => ({
  ...limits,
  studyMaterials: { ...limits.studyMaterials, current: 3 },
  quizzes: { ...limits.quizzes, current: 1 },
  flashcards: { ...limits.flashcards, current: 1 },
});

export const Full: Story = on({ limits: counted(freeLimits()), api: full });
export const Premium: Story = on({ limits: counted(premiumLimits()), api: full });
export const Empty: Story = on({
  api: (api) => {
    for (const definition of [calls.listStudyMaterials, calls.listQuizzes, calls.listDecks]) api.on(definition, []);
  },
});
export const Loading: Story = on({
  api: (api) => {
    for (const definition of [calls.listStudyMaterials, calls.listQuizzes, calls.listDecks]) api.on(definition, never);
  },
});
export const Failed: Story = {
  ...on({
    api: (api) => {
      for (const definition of [calls.listStudyMaterials, calls.listQuizzes, calls.listDecks])
        api.on(definition, answer(429, { msg: 'Too many requests.', code: 'rate_limited', requestId: 'r1' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Error loading study guides. Please try again.')).toBeVisible();
    await expect(await canvas.findByText('Recent activity could not be loaded.')).toBeVisible();
  },
};
export const AtTheLimit: Story = {
  ...on({ limits: freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }), api: full }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'New Study Material' }));
    await expect(await within(document.body).findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
  },
};
export const LongWords: Story = on({
  user: { ...learner, firstName: unbroken },
  api: (api) => {
    api.on(calls.listStudyMaterials, [listedGuide({ title: unbroken })]);
    api.on(calls.listQuizzes, [listedQuiz({ title: unbroken })]);
    api.on(calls.listDecks, [listedDeck({ title: unbroken })]);
  },
});
