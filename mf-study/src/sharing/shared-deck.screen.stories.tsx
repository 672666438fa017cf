import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor } from 'storybook/test';
import { aSharedDeck } from '../testing';
import { SharedDeckScreen } from './shared-deck.screen';

const meta = {
  title: 'Study/Shared deck',
  component: SharedDeckScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof SharedDeckScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/shared/deck/s1', path: '/shared/deck/:secret', ...platform } satisfies PlatformParameters },
});
const answered = (body: unknown): PlatformParameters => ({
  api: (api) => {
    api.on(calls.showSharedDeck, body);
  },
});

export const Full: Story = on(answered(aSharedDeck()));
/** A learner has the frame around it, and copies at once. */
export const SignedIn: Story = on({ user: learner, ...answered(aSharedDeck({ owner: null })) });
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
export const Empty: Story = on(answered(aSharedDeck({ cards: [] })));
export const Back: Story = {
  ...on(answered(aSharedDeck())),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Flip' }));
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Got it' })).toBeVisible());
  },
};
