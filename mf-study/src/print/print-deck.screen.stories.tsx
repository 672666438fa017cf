import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, premiumLimits, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { heartDeck } from '../testing';
import { PrintDeckScreen } from './print-deck.screen';

const meta = { title: 'Study/Print cards', component: PrintDeckScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof PrintDeckScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/flashcards/x1/print',
      path: '/flashcards/:id/print',
      user: learner,
      limits: premiumLimits(),
      api,
    } satisfies PlatformParameters,
  },
});

export const Full: Story = on((api) => {
  api.on(calls.getDeck, heartDeck());
});
export const Loading: Story = on((api) => {
  api.on(calls.getDeck, never);
});
export const Failed: Story = on((api) => {
  api.on(calls.getDeck, answer(400, { code: 'invalid' }));
});
export const NotFound: Story = on((api) => {
  api.on(calls.getDeck, answer(404, { code: 'not_found', msg: 'Not found.' }));
});
