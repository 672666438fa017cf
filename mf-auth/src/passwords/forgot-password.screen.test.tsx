import { calls } from '@lectern/contracts';
import { answer, installFakeApi, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ForgotPasswordScreen } from './forgot-password.screen';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<ForgotPasswordScreen />, { at: '/forgot-password' });
  return userEvent.setup();
};

beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});

test("§2 Forgot password: required email input of email type, 'Send Reset Link' button, 'Back to Sign In' link to /login", async () => {
  const user = show();
  const email = screen.getByLabelText('Email');
  expect(email).toBeRequired();
  expect(email).toHaveAttribute('type', 'email');
  expect(screen.getByRole('link', { name: 'Back to Sign In' })).toHaveAttribute('href', '/login');
  await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
  expect(await screen.findByText('Please fill in this field')).toBeVisible();
  expect(api.received).toHaveLength(0);
});

test("§8 Success toasts: 'Reset link sent to your email!'; §7 POST /auth/forgot-password with email", async () => {
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.forgotPassword, () => new Promise((resolve) => (finish = resolve)));
  const user = show();
  await user.type(screen.getByLabelText('Email'), 'ada@example.org');
  await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
  expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled();
  finish({ message: 'Sent.' });
  expect(await screen.findByText('Reset link sent to your email!')).toBeInTheDocument();
  expect(api.received.map(({ path, body }) => [path, body])).toEqual([['/auth/forgot-password', { email: 'ada@example.org' }]]);
  expect(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(screen.getByText('ada@example.org')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  expect(screen.getByRole('button', { name: 'Send Reset Link' })).toBeEnabled();
});

test('a malformed address is named beside its field, and nothing is sent', async () => {
  const user = show();
  await user.type(screen.getByLabelText('Email'), 'ada{Enter}');
  expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  expect(api.received).toHaveLength(0);
});

test.each([
  ['the server message', answer(429, { msg: 'Too many mails.', code: 'rate_limited' }), 'Too many mails.'],
  ["'Failed to send reset link'", answer(500, { code: 'internal' }), 'Failed to send reset link'],
])('§8 Auth and account: a failed request for the link shows %s, and the address stays', async (_name, given, text) => {
  api.on(calls.forgotPassword, given);
  const user = show();
  await user.type(screen.getByLabelText('Email'), 'ada@example.org{Enter}');
  expect(await screen.findAllByText(text)).toHaveLength(2);
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  expect(screen.getByRole('button', { name: 'Send Reset Link' })).toBeEnabled();
});
