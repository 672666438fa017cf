import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { sharedGuide } from '../shared/testing';
import { SharedFolderGuideScreen } from './shared-folder-guide.screen';

const meta = {
  title: 'Library/Shared guide of a folder',
  component: SharedFolderGuideScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof SharedFolderGuideScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: { at: '/shared/folder/s1/g1', path: '/shared/folder/:secret/:materialId', ...platform } satisfies PlatformParameters,
  },
});
const answered = (body: unknown): PlatformParameters => ({
  api: (api) => {
    api.on(calls.showSharedFolderGuide, body);
  },
});

export const Full: Story = on(answered(sharedGuide()));
/** A learner has the frame around it, and copies at once. */
export const SignedIn: Story = on({ user: learner, ...answered(sharedGuide({ owner: null })) });
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
export const SourceShown: Story = {
  ...on(answered(sharedGuide())),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByTitle('From slide 2'))[0] as HTMLElement);
    await waitFor(() => expect(within(document.body).getByRole('dialog', { name: 'Source: slide 2' })).toBeVisible());
  },
};
