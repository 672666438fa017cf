import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, type FakeApi } from '@lectern/platform/testing';
import { Route, Routes } from '@lectern/platform/router';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { VerifyEmailScreen } from './verify-email.screen';

const meta = {
  title: 'Auth/Verification result',
  component: VerifyEmailScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof VerifyEmailScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The module requests each link once per page load, so each story needs its own link. */
const on = (token: string, api: (api: FakeApi) => void, path = '/verify-email/:token'): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: `/verify-email/${token}`, path, api } },
});

export const Verifying: Story = on('verifying', (api) => {
  api.on(calls.verifyEmail, never);
});

export const Success: Story = {
  // The page navigates to the dashboard after 2 s.
  render: () => (
    <Routes>
      <Route path="/verify-email/:token" element={<VerifyEmailScreen />} />
      <Route path="*" element={<h1>Dashboard</h1>} />
    </Routes>
  ),
  ...on(
    'success',
    (api) => {
      api.on(calls.verifyEmail, { token: 't1', user: learner });
      api.on(calls.getUser, { user: learner });
    },
    '*',
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  },
};

export const Failed: Story = {
  ...on('failed', (api) => {
    api.on(calls.verifyEmail, answer(400, { msg: 'This link was used already.', code: 'link_invalid' }));
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Return to Login' })).toHaveAttribute('href', '/login');
  },
};

export const FailedWithoutReason: Story = {
  ...on('failed-without-reason', (api) => {
    api.on(calls.verifyEmail, answer(500, { code: 'internal' }));
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText("We couldn't verify your email. The link may have expired or is invalid.")).toBeVisible();
  },
};

const passwordNeeded = answer(409, { msg: 'Please enter the password you registered with.', code: 'password_needed' });

export const PasswordNeeded: Story = {
  ...on('password-needed', (api) => {
    api.on(calls.verifyEmail, passwordNeeded);
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByLabelText('Password')).toBeVisible();
  },
};

export const WrongPassword: Story = {
  ...on('wrong-password', (api) => {
    api.on(calls.verifyEmail, passwordNeeded);
    api.on(calls.verifyRegistration, answer(400, { msg: 'This is not the password you registered with.', code: 'wrong_password' }));
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Password'), 'correct house');
    await userEvent.click(canvas.getByRole('button', { name: 'Verify Email' }));
    await expect(await canvas.findByText('This is not the password you registered with.')).toBeVisible();
  },
};
