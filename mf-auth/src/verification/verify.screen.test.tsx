import { calls } from '@lectern/contracts';
import { toast } from '@lectern/platform';
import { answer, installFakeApi, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { VerifyScreen } from './verify.screen';

let api: FakeApi;
const show = (pendingEmail?: string) => {
  renderWithPlatform(
    <StrictMode>
      <VerifyScreen />
    </StrictMode>,
    { at: '/verify', session: { needsVerification: true, pendingEmail } },
  );
  return userEvent.setup();
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.resendVerification, { message: 'Sent.' });
});
afterEach(() => {
  jest.restoreAllMocks();
  api.restore();
});

test("§2 Verify page: shows the email, sends one verification email on arrival, 'Sending...' while loading, 'Back to Login' (/login)", async () => {
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.resendVerification, () => new Promise((resolve) => (finish = resolve)));
  show('new@example.org');
  expect(screen.getByText('new@example.org')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
  await waitFor(() => {
    expect(api.received).toHaveLength(1);
  });
  const success = jest.spyOn(toast, 'success');
  finish({ message: 'Sent.' });
  expect(await screen.findByText('Verification email sent successfully!')).toBeInTheDocument();
  expect(success).toHaveBeenCalledWith('Verification email sent successfully!', { duration: 1_000 });
  expect(await screen.findByRole('button', { name: /^Resend Verification Email/ })).toBeDisabled();
  expect(api.received.map(({ path, body }) => [path, body])).toEqual([['/auth/resend-verification', { email: 'new@example.org' }]]);
  expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
});

test("§8 Success toasts: 'Verification email sent successfully!'; §7 POST /auth/resend-verification with email", async () => {
  show('new@example.org');
  expect(await screen.findByText('Verification email sent successfully!')).toBeInTheDocument();
  expect(api.received[0]).toMatchObject({ method: 'POST', path: '/auth/resend-verification', body: { email: 'new@example.org' } });
});

test("§2 Verify page: 'Resend Verification Email' sends another one, after the minute in which the server sends none", async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const user = show('new@example.org');
  const button = () => screen.getByRole('button', { name: /^Resend Verification Email/ });
  await waitFor(() => {
    expect(button()).toHaveTextContent('Resend Verification Email (in 60 s)');
  });
  expect(button()).toBeDisabled();
  now = 59_001;
  await waitFor(() => {
    expect(button()).toHaveTextContent('Resend Verification Email (in 1 s)');
  });
  now = 60_000;
  await waitFor(() => {
    expect(button()).toBeEnabled();
  });
  await user.click(button());
  await waitFor(() => {
    expect(api.received).toHaveLength(2);
  });
});

test.each([
  ['the server message', answer(429, { msg: 'Too many mails.', code: 'rate_limited' }), 'Too many mails.'],
  ["'Failed to send verification email'", answer(500, { code: 'internal' }), 'Failed to send verification email'],
])('§8 Auth and account: a failed resend shows %s', async (_name, given, text) => {
  api.on(calls.resendVerification, given);
  show('new@example.org');
  expect(await screen.findAllByText(text)).toHaveLength(2);
  expect(await screen.findByRole('button', { name: 'Resend Verification Email' })).toBeEnabled();
});

test("§8 Auth and account: 'No email address found. Please try logging in again.' without an address; nothing can be sent", () => {
  show();
  expect(screen.getByText('No email address found. Please try logging in again.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend Verification Email' })).toBeDisabled();
  expect(api.received).toHaveLength(0);
});
