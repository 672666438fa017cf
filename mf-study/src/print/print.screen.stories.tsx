import { calls } from '@lectern/contracts';
import { learner, never, onPlatform, premiumLimits, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { heartDeck, heartQuiz } from '../testing';
import { PrintDeckScreen } from './print-deck.screen';
import { PrintQuizScreen } from './print-quiz.screen';

const meta = { title: 'Study/Print', component: PrintQuizScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof PrintQuizScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (kind: 'quizzes' | 'flashcards', api: (api: FakeApi) => void): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: `/${kind}/x1/print`,
      path: `/${kind}/:id/print`,
      user: learner,
      limits: premiumLimits(),
      api,
    } satisfies PlatformParameters,
  },
});

export const Quiz: Story = on('quizzes', (api) => {
  api.on(calls.getQuiz, heartQuiz());
});
export const QuizLoading: Story = on('quizzes', (api) => {
  api.on(calls.getQuiz, never);
});
export const Deck: Story = {
  ...on('flashcards', (api) => {
    api.on(calls.getDeck, heartDeck());
  }),
  render: () => <PrintDeckScreen />,
};
