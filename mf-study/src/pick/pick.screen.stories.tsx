import { calls } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  learner,
  never,
  networkError,
  onPlatform,
  type FakeApi,
  type PlatformParameters,
} from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, userEvent } from 'storybook/test';
import { shown } from '../shown';
import { aDeck, aQuiz } from '../testing';
import { PickScreen } from './pick.screen';
import { heartSuggestions, pickedGuide } from './testing';

const meta = {
  title: 'Study/Pick what to ask',
  component: PickScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof PickScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (change: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/pick/m1',
      path: '/pick/:id',
      user: learner,
      limits: freeLimits(),
      api: (api: FakeApi) => {
        api.on(calls.getStudyMaterial, pickedGuide);
        api.on(calls.listSuggestions, heartSuggestions);
        api.on(calls.listDecks, []);
        api.on(calls.listQuizzes, []);
        api.on(calls.createOwnDeck, answer(201, aDeck({})));
        api.on(calls.addCard, answer(201, { _id: 'c9', front: 'front', back: 'back' }));
        api.on(calls.createOwnQuiz, answer(201, aQuiz({})));
        api.on(calls.updateSuggestions, { skipped: [] });
        change(api);
      },
    } satisfies PlatformParameters,
  },
});

export const Full: Story = on();
export const Loading: Story = on((api) => {
  api.on(calls.listSuggestions, never);
});
export const NothingLeft: Story = on((api) => {
  api.on(calls.listSuggestions, []);
});
export const Failed: Story = on((api) => {
  api.on(calls.listSuggestions, answer(503, { code: 'unavailable' }));
});

export const PickedByKeys: Story = {
  ...on(),
  play: async ({ canvas }) => {
    await shown(await canvas.findByText('Preload'));
    await userEvent.keyboard('c{Enter}qs');
    await expect(await canvas.findByText('1 card, 1 question made')).toBeInTheDocument();
    await shown(await canvas.findByRole('link', { name: /^Open the cards/ }));
  },
};
export const EditingACard: Story = {
  ...on(),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Make a card: Preload' }));
    await shown(await canvas.findByLabelText('Front'));
  },
};
export const NotSaved: Story = {
  ...on((api) => {
    api.on(calls.listDecks, networkError());
  }),
  play: async ({ canvas }) => {
    await shown(await canvas.findByText('Preload'));
    await userEvent.keyboard('c{Enter}c{Enter}');
    await shown(await canvas.findByRole('button', { name: 'Try again' }));
  },
};
