import { calls } from '@lectern/contracts';
import { getSession, toast } from '@lectern/platform';
import { answer, findNotice, installFakeApi, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepRegistration, keptRegistration } from '../shared/keptRegistration';
import { RegisterScreen } from './register.screen';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<RegisterScreen />, { at: '/register', path: '/register' });
  return userEvent.setup();
};
const submit = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Register' }));
const fillIn = async (user: ReturnType<typeof userEvent.setup>, change: Record<string, string> = {}) => {
  const fields = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Email: 'ada@example.org',
    Password: 'correct horse',
    'Confirm password': 'correct horse',
    ...change,
  };
  for (const [label, text] of Object.entries(fields)) {
    await user.clear(screen.getByLabelText(label));
    if (text !== '') await user.type(screen.getByLabelText(label), text);
  }
};

beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
  localStorage.clear();
});

test('§2 Register: first name, last name, email, password, confirm password', () => {
  show();
  expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
  expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
  expect(screen.getAllByRole('textbox')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

test.each([
  [
    "a password of 7 characters: 'Password must be at least 8 characters long'",
    { Password: '1234567', 'Confirm password': '1234567' },
    'Password',
    'Password must be at least 8 characters long',
  ],
  ['no password', { Password: '', 'Confirm password': '' }, 'Password', 'Password must be at least 8 characters long'],
  ["another confirmation: 'Passwords do not match'", { 'Confirm password': 'correct house' }, 'Confirm password', 'Passwords do not match'],
  ['no confirmation', { 'Confirm password': '' }, 'Confirm password', 'Please enter the password again'],
  ['a blank first name', { 'First name': '   ' }, 'First name', 'Please fill in this field'],
  ['no last name', { 'Last name': '' }, 'Last name', 'Please fill in this field'],
  ['a name that cannot be seen', { 'Last name': '\u200b' }, 'Last name', 'Please fill in this field'],
  ['a name that turns the text around', { 'First name': '\u202eadA' }, 'First name', 'Please leave out control characters'],
  ['no email', { Email: '' }, 'Email', 'Please fill in this field'],
])('§5 Register: refuses %s', async (_name, change, label, text) => {
  const user = show();
  await fillIn(user, change);
  await submit(user);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByLabelText(label)).toBeInvalid();
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text));
  expect(api.received).toHaveLength(0);
});

test("§2 Register: the button reads 'Registering...' while loading; §4: 'Registration successful! Please verify your email.', needsVerification, not authenticated, /verify", async () => {
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.register, () => new Promise((resolve) => (finish = resolve)));
  const user = show();
  await fillIn(user, { Password: '12345678', 'Confirm password': '12345678' });
  await submit(user);
  expect(await screen.findByRole('button', { name: 'Registering...' })).toBeDisabled();
  expect(api.received[0]?.body).toEqual({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', password: '12345678' });
  expect(api.received[0]).toMatchObject({ method: 'POST', path: '/auth/register' });
  const success = jest.spyOn(toast, 'success');
  finish(answer(201, { email: 'ada@example.org' }));
  expect(await screen.findByText('Registration successful! Please verify your email.')).toBeInTheDocument();
  expect(success).toHaveBeenCalledWith('Registration successful! Please verify your email.', { duration: 1_000 });
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/verify$/);
  });
  expect(getSession()).toMatchObject({ isAuthenticated: false, needsVerification: true, pendingEmail: 'ada@example.org' });
});

test("§5 Register: failure shows the server message or 'Registration failed'; what was typed stays, and the same request goes out under the same key", async () => {
  api.on(calls.register, answer(409, { msg: 'This email is taken.', code: 'conflict' }));
  const user = show();
  await fillIn(user);
  await submit(user);
  expect(await findNotice('This email is taken.')).toBeInTheDocument();
  api.on(calls.register, answer(500, { code: 'internal' }));
  await submit(user);
  expect(await findNotice('Registration failed')).toBeInTheDocument();
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/register$/);
  expect(getSession().needsVerification).toBe(false);

  await fillIn(user, { Email: 'ada@example.com' });
  await submit(user);
  const [first, second, third] = api.received.map(({ headers }) => headers['idempotency-key']);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('the browser stores the key of its registration, which identifies it when the mailed link is opened', async () => {
  api.on(calls.register, answer(201, { email: 'ada@example.org' }));
  const user = show();
  await fillIn(user);
  await submit(user);
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/verify$/);
  });
  expect(keptRegistration()).toEqual({ secret: api.received[0]?.headers['idempotency-key'], waitsUntil: expect.any(Number) });
  expect(keptRegistration()?.waitsUntil).toBeGreaterThan(Date.now());
});

test('a registration refused because too many are waiting is stored as refused and replaces none; after any other failure nothing is stored', async () => {
  api.on(calls.register, answer(500, { code: 'internal' }));
  const user = show();
  await fillIn(user);
  await submit(user);
  expect(await findNotice('Registration failed')).toBeInTheDocument();
  expect(keptRegistration()).toBeUndefined();
  api.on(calls.register, answer(429, { msg: 'Too many emails to this address.', code: 'rate_limited' }));
  await submit(user);
  expect(await findNotice('Too many emails to this address.')).toBeInTheDocument();
  expect(keptRegistration()).toEqual({ secret: api.received[0]?.headers['idempotency-key'], waitsUntil: 0 });
  keepRegistration('accepted');
  await submit(user);
  await waitFor(() => {
    expect(api.received).toHaveLength(3);
  });
  expect(keptRegistration()).toMatchObject({ secret: 'accepted' });
});
