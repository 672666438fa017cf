import { calls } from '@lectern/contracts';
import { getSession } from '@lectern/platform';
import { answer, installFakeApi, learner, networkError, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoginScreen } from './login.screen';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<LoginScreen />, { at: '/login', path: '/login' });
  return userEvent.setup();
};
const fillIn = async (user: ReturnType<typeof userEvent.setup>, email = 'ada@example.org', password = 'correct horse') => {
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getUser, { user: learner });
});
afterEach(() => {
  api.restore();
});

test('fields and the links to its neighbours', async () => {
  const user = show();
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
  const password = screen.getByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  expect(password).toHaveAttribute('autocomplete', 'current-password');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(password).toHaveAttribute('type', 'password');
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
  expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register');
  expect(document.title).toBe('Sign in · Lectern');
});

test('both fields are needed', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findAllByText('Please fill in this field')).toHaveLength(2);
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(api.received).toHaveLength(0);
});

test('signs in, says so, goes to the dashboard, and loads the user', async () => {
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.login, () => new Promise((resolve) => (finish = resolve)));
  const user = show();
  await fillIn(user, ' ada@example.org ');
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
  expect(api.received[0]?.body).toEqual({ email: 'ada@example.org', password: 'correct horse' });
  finish({ token: 't1', user: { ...learner, firstName: 'Old' } });
  expect(await screen.findByText('Successfully logged in!')).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/);
  await waitFor(() => {
    expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, user: { firstName: 'Ada' } });
  });
  expect(api.received.map(({ path }) => path)).toEqual(['/auth/login', '/auth/user']);
  expect(localStorage.getItem('token')).toBe('t1');
});

test('an unverified account has to open its mail first', async () => {
  api.on(calls.login, { token: null, user: { ...learner, isVerified: false } });
  const user = show();
  await fillIn(user);
  expect(await screen.findByText('Email not verified')).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/verify$/);
  expect(getSession()).toMatchObject({
    token: undefined,
    isAuthenticated: false,
    needsVerification: true,
    pendingEmail: 'ada@example.org',
  });
  expect(localStorage.getItem('token')).toBeNull();
});

test.each([
  ["the server's sentence", answer(401, { msg: 'Email or password is wrong.', code: 'wrong_credentials' }), 'Email or password is wrong.'],
  ['the fallback', answer(500, { code: 'internal' }), 'Login failed. Please check your credentials.'],
  ['the fallback without a connection', networkError(), 'Login failed. Please check your credentials.'],
])('a refusal shows %s and stays', async (_name, given, text) => {
  api.on(calls.login, given);
  const user = show();
  await fillIn(user);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/login$/);
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  expect(getSession().isAuthenticated).toBe(false);
});

test('a profile that cannot be loaded afterwards leaves the learner signed in', async () => {
  api.on(calls.login, { token: 't1', user: learner });
  api.on(calls.getUser, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
  const user = show();
  await fillIn(user);
  expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/);
  expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, user: learner });
});
