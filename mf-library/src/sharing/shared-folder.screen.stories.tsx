import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { sharedFolder } from '../shared/testing';
import { SharedFolderScreen } from './shared-folder.screen';

const meta = {
  title: 'Library/Shared folder',
  component: SharedFolderScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof SharedFolderScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/shared/folder/s1', path: '/shared/folder/:secret', ...platform } satisfies PlatformParameters },
});
const answered = (body: unknown): PlatformParameters => ({
  api: (api) => {
    api.on(calls.showSharedFolder, body);
  },
});

export const Full: Story = on(answered(sharedFolder()));
/** A learner has the frame around it, and copies at once. */
export const SignedIn: Story = on({ user: learner, ...answered(sharedFolder({ owner: null })) });
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
export const Empty: Story = on(answered(sharedFolder({ guides: [] })));
