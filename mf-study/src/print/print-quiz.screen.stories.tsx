import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, premiumLimits, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { heartQuiz } from '../testing';
import { PrintQuizScreen } from './print-quiz.screen';

const meta = { title: 'Study/Print quiz', component: PrintQuizScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof PrintQuizScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/quizzes/x1/print',
      path: '/quizzes/:id/print',
      user: learner,
      limits: premiumLimits(),
      api,
    } satisfies PlatformParameters,
  },
});

export const Full: Story = on((api) => {
  api.on(calls.getQuiz, heartQuiz());
});
export const Loading: Story = on((api) => {
  api.on(calls.getQuiz, never);
});
export const Failed: Story = on((api) => {
  api.on(calls.getQuiz, answer(400, { code: 'invalid' }));
});
export const NotFound: Story = on((api) => {
  api.on(calls.getQuiz, answer(404, { code: 'not_found', msg: 'Not found.' }));
});
