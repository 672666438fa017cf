import { calls } from '@lectern/contracts';
import { freeLimits, learner, never, onPlatform, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, screen } from 'storybook/test';
import { heartSuggestions } from '../pick/testing';
import { MakeItemSlot } from './make-item.slot';

const sentence = 'the stretch of the ventricle at the end of filling';

const meta = {
  title: 'Study/Make a card of words',
  component: MakeItemSlot,
  decorators: [onPlatform],
  args: { kind: 'card', studyMaterialId: 'm1', guideTitle: 'Heart', words: sentence, onClose: () => undefined },
} satisfies Meta<typeof MakeItemSlot>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (suggestions: unknown): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/study-materials/m1',
      user: learner,
      limits: freeLimits(),
      api: (api: FakeApi) => {
        api.on(calls.listSuggestions, suggestions);
      },
    } satisfies PlatformParameters,
  },
});

export const Card: Story = {
  ...on([]),
  play: async () => {
    await expect(await screen.findByLabelText('Back')).toHaveValue(sentence);
  },
};
export const Question: Story = {
  ...on(heartSuggestions),
  args: { kind: 'question' },
  play: async () => {
    await expect(await screen.findByLabelText('Question')).toHaveValue(`_____: ${sentence}.`);
  },
};
export const Loading: Story = { ...on(never), args: { kind: 'question' } };
