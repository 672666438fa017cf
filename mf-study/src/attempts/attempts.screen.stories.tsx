import { calls, type QuizAttempt } from '@lectern/contracts';
import { answer, learner, never, onPlatform, premiumLimits, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { heartQuiz } from '../testing';
import { AttemptsScreen } from './attempts.screen';

const meta = { title: 'Study/Attempts', component: AttemptsScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof AttemptsScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const quiz = heartQuiz();
const anAttempt = (score: number, index: number): QuizAttempt => ({
  _id: `a${String(index)}`,
  finishedAt: `2026-03-0${String(5 - index)}T10:00:00.000Z`,
  score,
  correctAnswers: score / 10,
  totalQuestions: 10,
  mode: index === 0 ? 'test' : 'practice',
  durationMs: 360_000 + index * 61_000,
});
const attempts = [90, 60, 30].map(anAttempt);

const on = (api: (api: FakeApi) => void, at = '/quizzes/z1/attempts'): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at,
      path: '/quizzes/:id/attempts',
      user: learner,
      limits: premiumLimits(),
      api: (fake) => {
        fake.on(calls.getQuiz, quiz);
        api(fake);
      },
    } satisfies PlatformParameters,
  },
});

export const Attempts: Story = on((api) => {
  api.on(calls.listAttempts, attempts);
});
export const None: Story = on((api) => {
  api.on(calls.listAttempts, []);
});
export const Loading: Story = on((api) => {
  api.on(calls.listAttempts, never);
});
export const Failed: Story = on((api) => {
  api.on(calls.listAttempts, answer(400, { code: 'invalid' }));
});
export const Attempt: Story = on((api) => {
  api.on(calls.getAttempt, {
    ...anAttempt(60, 1),
    questions: quiz.questions.map((question, index) => ({
      ...question,
      answer: question.options[index === 0 ? question.options.findIndex(({ isCorrect }) => isCorrect) : 0]?.text ?? '',
      correctAnswer: question.options.find(({ isCorrect }) => isCorrect)?.text ?? '',
    })),
  });
}, '/quizzes/z1/attempts?attempt=a1');
