import { calls } from '@lectern/contracts';
import { answer, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { VerifyScreen } from './verify.screen';

const meta = {
  title: 'Auth/Verify page',
  component: VerifyScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof VerifyScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/verify', session: { needsVerification: true, pendingEmail: 'ada@example.org' }, ...platform } },
});

export const Sent: Story = on({
  api: (api) => {
    api.on(calls.resendVerification, { message: 'Sent.' });
  },
});

export const Sending: Story = {
  ...on({
    api: (api) => {
      api.on(calls.resendVerification, never);
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Sending...' })).toBeDisabled();
  },
};

export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.resendVerification, answer(500, { code: 'internal' }));
    },
  }),
  play: async () => {
    await expect(await within(document.body).findByText('Failed to send verification email')).toBeInTheDocument();
  },
};

export const WithoutAddress: Story = {
  ...on({ session: {} }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No email address found. Please try logging in again.')).toBeVisible();
  },
};
