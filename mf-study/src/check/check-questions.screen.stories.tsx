import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, premiumLimits, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { heartQuiz } from '../testing';
import { CheckQuestionsScreen } from './check-questions.screen';

const meta = {
  title: 'Study/Check your questions',
  component: CheckQuestionsScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof CheckQuestionsScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (quiz: unknown): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/quizzes/z1/check',
      path: '/quizzes/:id/check',
      user: learner,
      limits: premiumLimits(),
      isReload: true,
      api: (api: FakeApi) => {
        api.on(calls.getQuiz, quiz);
      },
    } satisfies PlatformParameters,
  },
});

export const Question: Story = on(heartQuiz());
export const Loading: Story = on(never);
export const Failed: Story = on(answer(503, { code: 'unavailable' }));
