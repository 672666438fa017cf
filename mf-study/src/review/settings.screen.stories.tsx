import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fireEvent } from 'storybook/test';
import { SettingsScreen } from './settings.screen';
import { aReviewSummary, emptySummary, someSettings } from './testing';

const meta = {
  title: 'Study/Review settings',
  component: SettingsScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof SettingsScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (settings: unknown, summary: unknown = aReviewSummary()): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/review/settings',
      user: learner,
      limits: freeLimits(),
      api: (api: FakeApi) => {
        api.on(calls.getReviewSettings, settings);
        api.on(calls.getReviewSummary, summary);
      },
    } satisfies PlatformParameters,
  },
});

export const Defaults: Story = on(someSettings());

/** Higher retention costs more reviews, which the form shows immediately. */
export const MoreRetention: Story = {
  ...on(someSettings()),
  play: async ({ canvas }) => {
    await fireEvent.change(await canvas.findByRole('slider', { name: 'Target retention: 90%' }), { target: { value: '95' } });
    await expect(await canvas.findByText(/At 95%: about/)).toBeVisible();
  },
};

export const BeforeTheFirstReview: Story = on(someSettings(), emptySummary());

export const Problems: Story = {
  ...on(someSettings()),
  play: async ({ canvas, userEvent }) => {
    const field = await canvas.findByRole('textbox', { name: 'New cards per day' });
    await userEvent.clear(field);
    await userEvent.click(canvas.getByRole('button', { name: 'Save Changes' }));
    await expect(await canvas.findByText('A whole number from 0 to 500')).toBeVisible();
    await expect(field).toHaveFocus();
  },
};

export const Loading: Story = on(never);
export const Failed: Story = {
  ...on(answer(500, { code: 'internal' })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('The settings could not be loaded.');
  },
};
