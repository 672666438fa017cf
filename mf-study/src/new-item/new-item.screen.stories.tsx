import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { within } from 'storybook/test';
import { shown } from '../shown';
import { NewItemScreen } from './new-item.screen';

const meta = { title: 'Study/New item', component: NewItemScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof NewItemScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: { at: '/quizzes/new?material=m1', user: learner, limits: freeLimits(), api } satisfies PlatformParameters,
  },
});

export const Working: Story = {
  ...on((api) => {
    api.on(calls.generateQuiz, never);
  }),
  play: async () => {
    await shown(await within(document.body).findByRole('dialog', { name: 'Creating Your Quiz' }));
  },
};
export const Failed: Story = {
  ...on((api) => {
    api.on(calls.generateQuiz, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
  }),
  play: async ({ canvas }) => {
    await shown(await canvas.findByRole('button', { name: 'Try again' }));
  },
};
export const TooLittle: Story = {
  ...on((api) => {
    api.on(calls.generateQuiz, answer(422, { msg: 'The guide is too short for a quiz.', code: 'too_little_material' }));
  }),
  play: async ({ canvas }) => {
    await shown(await canvas.findByRole('link', { name: 'Pick what to ask' }));
  },
};
