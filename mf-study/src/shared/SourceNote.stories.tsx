import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { shown } from '../shown';
import { heartPassages } from '../testing';
import { SourceNote } from './SourceNote';

const meta = {
  title: 'Study/Source note',
  component: SourceNote,
  decorators: [onPlatform],
  args: {
    studyMaterialId: 'm1',
    source: {
      pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 1 },
      quote: 'Heart failure is a clinical syndrome in which the heart cannot pump enough blood to meet the needs of the body.',
    },
  },
} satisfies Meta<typeof SourceNote>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (passages: unknown): Pick<Story, 'parameters'> => ({
  parameters: { platform: { user: learner, api: (api) => api.on(calls.listPassages, passages) } satisfies PlatformParameters },
});
const opened: Pick<Story, 'play'> = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Slide 2' }));
    await shown(await within(document.body).findByRole('dialog', { name: 'Source: slide 2' }));
  },
};

export const Slide: Story = on(heartPassages);
export const Text: Story = {
  ...on([]),
  args: { source: { pointer: { kind: 'text', paragraph: 12 }, quote: 'An offer ends when it is refused.' } },
};
export const Open: Story = {
  ...on(heartPassages),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Slide 2' }));
    const panel = within(await within(document.body).findByRole('dialog', { name: 'Source: slide 2' }));
    await shown(await panel.findByText('Speaker notes'));
  },
};
export const Opening: Story = { ...on(never), ...opened };
export const GuideDeleted: Story = { ...on(answer(404, { msg: 'Study guide not found.', code: 'not_found' })), ...opened };
export const OpenFailed: Story = { ...on(answer(503, { msg: 'Please try again.', code: 'unavailable' })), ...opened };
export const ClosedByEscape: Story = {
  ...on(heartPassages),
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole('button', { name: 'Slide 2' });
    await userEvent.click(opener);
    await within(document.body).findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  },
};
