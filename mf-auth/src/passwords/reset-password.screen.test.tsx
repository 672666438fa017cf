import { calls } from '@lectern/contracts';
import { toast } from '@lectern/platform';
import { answer, findNotice, installFakeApi, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ResetPasswordScreen } from './reset-password.screen';

let api: FakeApi;
const show = (options: Parameters<typeof userEvent.setup>[0] = {}) => {
  renderWithPlatform(<ResetPasswordScreen />, { at: '/reset-password/abc', path: '/reset-password/:token' });
  return userEvent.setup(options);
};
const fillIn = async (user: ReturnType<typeof userEvent.setup>, password: string, confirmation = password) => {
  if (password !== '') await user.type(screen.getByLabelText('New password'), password);
  if (confirmation !== '') await user.type(screen.getByLabelText('Confirm new password'), confirmation);
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
};

beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  jest.useRealTimers();
  api.restore();
});

test('§2 Reset password: new password and confirm fields, each with show/hide toggle; link back to /login', async () => {
  const user = show();
  const [first, second] = screen.getAllByRole('button', { name: 'Show' });
  await user.click(second!);
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'password');
  expect(screen.getByLabelText('Confirm new password')).toHaveAttribute('type', 'text');
  await user.click(first!);
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'text');
  expect(screen.getByRole('link', { name: 'Back to Sign In' })).toHaveAttribute('href', '/login');
});

test.each([
  ['one of 7 characters', '1234567', '1234567', 'Password must be at least 8 characters long'],
  ['none', '', '', 'Password must be at least 8 characters long'],
  ['no confirmation', '12345678', '', 'Please enter the password again'],
  ['another confirmation', '12345678', '12345679', 'Passwords do not match'],
])("§5 Reset password: refuses %s ('%s', '%s'): '%s'", async (_name, password, confirmation, text) => {
  const user = show();
  await fillIn(user, password, confirmation);
  expect(await screen.findByText(text)).toBeVisible();
  expect(api.received).toHaveLength(0);
});

test("§2 Reset password: 'Reset Password', 'Resetting Password...' while loading; 'Password reset successful! Redirecting to login...' for 2 s, and /login after 2 s (§9)", async () => {
  jest.useFakeTimers();
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.resetPassword, () => new Promise((resolve) => (finish = resolve)));
  const user = show({ advanceTimers: jest.advanceTimersByTime });
  await fillIn(user, '12345678');
  expect(screen.getByRole('button', { name: 'Resetting Password...' })).toBeDisabled();
  expect(api.received[0]).toMatchObject({ method: 'POST', path: '/auth/reset-password/abc', body: { password: '12345678' } });
  const success = jest.spyOn(toast, 'success');
  await act(async () => {
    finish({ message: 'Done.' });
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(screen.getByText('Password reset successful! Redirecting to login...')).toBeInTheDocument();
  expect(success).toHaveBeenCalledWith('Password reset successful! Redirecting to login...', { duration: 2_000 });
  expect(screen.getByRole('button', { name: 'Reset Password' })).toBeDisabled();
  await act(() => jest.advanceTimersByTimeAsync(1_990));
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/reset-password\/abc$/);
  await act(() => jest.advanceTimersByTimeAsync(10));
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/login$/);
});

test.each([
  ['the server message', answer(400, { msg: 'This link has expired.', code: 'link_invalid' }), 'This link has expired.'],
  ["'Password reset failed'", answer(500, { code: 'internal' }), 'Password reset failed'],
])('§8 Auth and account: a failed reset shows %s, and what was typed stays', async (_name, given, text) => {
  api.on(calls.resetPassword, given);
  const user = show();
  await fillIn(user, '12345678');
  expect(await findNotice(text)).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/reset-password\/abc$/);
  expect(screen.getByRole('button', { name: 'Reset Password' })).toBeEnabled();
  expect(screen.getByLabelText('New password')).toHaveValue('12345678');
});
