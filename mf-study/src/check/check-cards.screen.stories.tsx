import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, premiumLimits, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { userEvent } from 'storybook/test';
import { shown } from '../shown';
import { heartDeck } from '../testing';
import { CheckCardsScreen } from './check-cards.screen';

const meta = {
  title: 'Study/Check your cards',
  component: CheckCardsScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof CheckCardsScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (change: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/flashcards/d1/check',
      path: '/flashcards/:id/check',
      user: learner,
      limits: premiumLimits(),
      isReload: true,
      api: (api: FakeApi) => {
        api.on(calls.getDeck, heartDeck());
        api.on(calls.deleteCard, { _id: 'k1' });
        change(api);
      },
    } satisfies PlatformParameters,
  },
});

export const Card: Story = on();
export const Loading: Story = on((api) => {
  api.on(calls.getDeck, never);
});
export const Failed: Story = on((api) => {
  api.on(calls.getDeck, answer(503, { code: 'unavailable' }));
});
export const End: Story = {
  ...on(),
  play: async ({ canvas }) => {
    await shown(await canvas.findByText('What is preload?'));
    await userEvent.keyboard('dkkk');
    await shown(await canvas.findByText('3 cards kept'));
  },
};
export const NotSaved: Story = {
  ...on((api) => {
    api.on(calls.deleteCard, answer(409, { msg: "This is the deck's last card. Delete the deck instead.", code: 'conflict' }));
  }),
  play: async ({ canvas }) => {
    await shown(await canvas.findByText('What is preload?'));
    await userEvent.keyboard('d');
    await shown(await canvas.findByRole('button', { name: 'Keep it' }));
  },
};
