import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor } from 'storybook/test';
import { aSharedQuiz } from '../testing';
import { SharedQuizScreen } from './shared-quiz.screen';

const meta = {
  title: 'Study/Shared quiz',
  component: SharedQuizScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof SharedQuizScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/shared/quiz/s1', path: '/shared/quiz/:secret', ...platform } satisfies PlatformParameters },
});
const answered = (body: unknown): PlatformParameters => ({
  api: (api) => {
    api.on(calls.showSharedQuiz, body);
  },
});

export const Full: Story = on(answered(aSharedQuiz()));
/** A learner has the frame around it, and copies at once. */
export const SignedIn: Story = on({ user: learner, ...answered(aSharedQuiz({ owner: null })) });
export const Loading: Story = on(answered(never));
export const NotFound: Story = {
  ...on(answered(answer(404, { msg: 'Page not found.', code: 'not_found', requestId: 'r1' }))),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This link does not work.')).toBeVisible();
  },
};
export const Failed: Story = {
  ...on(answered(answer(429, { code: 'rate_limited', requestId: 'r1' }))),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('We could not load this page.');
  },
};
export const Answered: Story = {
  ...on(answered(aSharedQuiz())),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: /q1 wrong/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Show Answer' }));
    await waitFor(() => expect(canvas.getByText('q1 explained.')).toBeVisible());
  },
};
