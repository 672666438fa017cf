import { calls } from '@lectern/contracts';
import { getSession, toast } from '@lectern/platform';
import { answer, installFakeApi, learner, networkError, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
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

test('§2 Login: email, password with show/hide toggle, links to forgot-password and register', async () => {
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

const heading = () => screen.getByRole('heading', { level: 1 });

test('a first visit is not welcomed back; after a sign-in in this browser the learner is', async () => {
  api.on(calls.login, { token: 't1', user: learner });
  const user = show();
  expect(heading()).toHaveTextContent('Sign in to Lectern');
  await fillIn(user);
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/));
  cleanup();
  renderWithPlatform(<LoginScreen />, { at: '/login', path: '/login', isReload: true });
  expect(heading()).toHaveTextContent('Welcome back');
});

test('both fields are needed', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findAllByText('Please fill in this field')).toHaveLength(2);
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(api.received).toHaveLength(0);
});

test("§2 Login: the button reads 'Signing in...' while loading; §4: verified login stores the token, loads the user, toasts 'Successfully logged in!' and goes to /dashboard", async () => {
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.login, () => new Promise((resolve) => (finish = resolve)));
  const user = show();
  await fillIn(user, ' ada@example.org ');
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
  expect(api.received[0]?.body).toEqual({ email: 'ada@example.org', password: 'correct horse' });
  finish({ token: 't1', user: { ...learner, firstName: 'Old' } });
  expect(await screen.findByText('Successfully logged in!')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/);
  });
  await waitFor(() => {
    expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, user: { firstName: 'Ada' } });
  });
  expect(api.received.map(({ path }) => path)).toEqual(['/auth/login', '/auth/user']);
  expect(localStorage.getItem('token')).toBe('t1');
});

test("§4 Login: an unverified account is rejected client-side with 'Email not verified', the pending-verification email is set, and /verify opens", async () => {
  api.on(calls.login, { token: null, user: { ...learner, isVerified: false } });
  const user = show();
  await fillIn(user);
  expect(await screen.findByText('Email not verified')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/verify$/);
  });
  expect(getSession()).toMatchObject({
    token: undefined,
    isAuthenticated: false,
    needsVerification: true,
    pendingEmail: 'ada@example.org',
  });
  expect(localStorage.getItem('token')).toBeNull();
});

test.each([
  ['the server message', answer(401, { msg: 'Email or password is wrong.', code: 'wrong_credentials' }), 'Email or password is wrong.'],
  ["'Login failed. Please check your credentials.'", answer(500, { code: 'internal' }), 'Login failed. Please check your credentials.'],
  ["'Login failed. Please check your credentials.' without a connection", networkError(), 'Login failed. Please check your credentials.'],
])('§5 Login: failure shows %s, and what was typed stays', async (_name, given, text) => {
  api.on(calls.login, given);
  const user = show();
  await fillIn(user);
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/login$/);
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
  expect(getSession().isAuthenticated).toBe(false);
});

test('a failure stays beside the button until the next attempt', async () => {
  api.on(calls.login, answer(401, { msg: 'Email or password is wrong.', code: 'wrong_credentials' }));
  const user = show();
  await fillIn(user);
  await screen.findAllByText('Email or password is wrong.');
  act(() => {
    toast.dismiss();
  });
  await waitFor(() => {
    expect(screen.getAllByText('Email or password is wrong.')).toHaveLength(1);
  });
  api.on(calls.login, () => new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(screen.queryByText('Email or password is wrong.')).not.toBeInTheDocument();
});

test('a malformed address is named beside its field, and nothing is sent', async () => {
  const user = show();
  await fillIn(user, 'ada@example');
  expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(api.received).toHaveLength(0);
});

test.each([
  ['Successfully logged in!', { token: 't1', user: learner }, 'success'],
  ['Email not verified', { token: null, user: { ...learner, isVerified: false } }, 'error'],
  ['Login failed. Please check your credentials.', answer(500, { code: 'internal' }), 'error'],
] as const)("§9 Login: the toast '%s' stays 1 s", async (text, given, kind) => {
  const shown = jest.spyOn(toast, kind);
  api.on(calls.login, given);
  const user = show();
  await fillIn(user);
  await waitFor(() => {
    expect(shown).toHaveBeenCalledWith(text, { duration: 1_000 });
  });
});

test('§7 Account: POST /auth/login with email, password; then GET /auth/user with the token', async () => {
  api.on(calls.login, { token: 't1', user: learner });
  const user = show();
  await fillIn(user);
  await waitFor(() => {
    expect(api.received).toHaveLength(2);
  });
  expect(api.received[0]).toMatchObject({
    method: 'POST',
    path: '/auth/login',
    body: { email: 'ada@example.org', password: 'correct horse' },
  });
  expect(api.received[1]).toMatchObject({ method: 'GET', path: '/auth/user', headers: { 'x-auth-token': 't1' } });
});

test('a profile that cannot be loaded afterwards leaves the learner signed in', async () => {
  api.on(calls.login, { token: 't1', user: learner });
  api.on(calls.getUser, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
  const user = show();
  await fillIn(user);
  expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/);
  });
  expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, user: learner });
});
