import { calls } from '@lectern/contracts';
import { getSession, toast } from '@lectern/platform';
import { answer, installFakeApi, learner, networkError, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState, type ReactNode } from 'react';
import { keepRefusedRegistration, keepRegistration, keptRegistration } from '../shared/keptRegistration';
import { VerifyEmailScreen } from './verify-email.screen';

let api: FakeApi;
const fallback = "We couldn't verify your email. The link may have expired or is invalid.";
/** A browser that has registered. Each test begins with an empty storage, so it is filled when the page is drawn. */
const Kept = ({ keep, children }: { keep: (() => void) | undefined; children: ReactNode }) => {
  useState(() => {
    keep?.();
  });
  return children;
};
// Each link is used once in this file, because the module keeps its calls.
const show = (token: string, keep?: () => void) =>
  renderWithPlatform(
    <StrictMode>
      <Kept keep={keep}>
        <VerifyEmailScreen />
      </Kept>
    </StrictMode>,
    { at: `/verify-email/${token}`, path: '/verify-email/:token' },
  );
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const asked = () => api.received.filter(({ path }) => path.startsWith('/auth/verify-email/'));

beforeEach(() => {
  jest.useFakeTimers();
  api = installFakeApi();
  api.on(calls.getUser, { user: { ...learner, firstName: 'Augusta' } });
});
afterEach(() => {
  jest.useRealTimers();
  api.restore();
  localStorage.clear();
});

test("§2 Verification result: verifying, then 'Email Verified!', and /dashboard 2 seconds after; §4: verified once per visit, authenticated, the profile refetched", async () => {
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.verifyEmail, () => new Promise((resolve) => (finish = resolve)));
  show('good');
  await wait(0);
  expect(screen.getByRole('heading', { name: 'Verifying your email' })).toBeVisible();
  expect(asked().map(({ path }) => path)).toEqual(['/auth/verify-email/good']);
  await act(async () => {
    finish({ token: 't1', user: learner });
    await jest.advanceTimersByTimeAsync(10);
  });
  expect(screen.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, needsVerification: false, user: { firstName: 'Augusta' } });
  expect(api.received.filter(({ path }) => path === '/auth/user')).toHaveLength(1);
  await wait(1_900);
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/verify-email\/good$/);
  await wait(100);
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/);
  expect(asked()).toHaveLength(1);
});

test('§2 Verification result: goes to /dashboard, also when the profile cannot be refetched', async () => {
  api.on(calls.verifyEmail, { token: 't1', user: learner });
  api.on(calls.getUser, answer(503, { code: 'unavailable' }));
  show('good2');
  await wait(10);
  expect(screen.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await wait(2_000);
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/);
  expect(getSession().isAuthenticated).toBe(true);
});

test.each([
  ['the server error', 'bad1', answer(400, { msg: 'This link was used already.', code: 'link_invalid' }), 'This link was used already.'],
  [`the fallback text '${fallback}'`, 'bad2', answer(500, { code: 'internal' }), fallback],
])(
  "§2 Verification result: error shows 'Verification Failed' with %s, and a 'Return to Login' button (/login)",
  async (_name, token, given, text) => {
    api.on(calls.verifyEmail, given);
    show(token);
    await wait(10);
    expect(screen.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    expect(document.title).toBe('Verification Failed · Lectern');
    expect(screen.getByText(text).closest('[role=alert]')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Login' })).toHaveAttribute('href', '/login');
    expect(asked()).toHaveLength(1);
    expect(getSession().isAuthenticated).toBe(false);
    await wait(5_000);
    expect(screen.getByTestId('location')).toHaveTextContent(`/verify-email/${token}`);
  },
);

test.each([
  [500, answer(500, { code: 'internal' }), 1],
  [0, networkError(), 1],
  [400, answer(400, { msg: 'Used already.', code: 'link_invalid' }), 0],
])("§8 Auth and account: 'Verification failed' is the toast when the server has no sentence (status %d)", async (status, given, count) => {
  const shown = jest.spyOn(toast, 'error');
  api.on(calls.verifyEmail, given);
  show(`toast${String(status)}`);
  await wait(10);
  expect(shown.mock.calls.filter(([text]) => text === 'Verification failed')).toHaveLength(count);
});

test('after a failure the next visit calls again', async () => {
  api.on(calls.verifyEmail, answer(503, { code: 'unavailable' }));
  show('later');
  await wait(10);
  expect(screen.getByText(fallback)).toBeVisible();
  cleanup();
  api.on(calls.verifyEmail, { token: 't1', user: learner });
  show('later');
  await wait(10);
  expect(screen.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
});

const passwordNeeded = answer(409, { msg: 'Please enter the password you registered with.', code: 'password_needed' });
const verified = { token: 't1', user: learner };
/** The calls of the link: method, and body where there is one. */
const questions = () => asked().map(({ method, body }) => [method, body]);
const typePassword = async (password: string) => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  if (password !== '') await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Verify Email' }));
  await wait(10);
};

describe('where several registered the address', () => {
  test('the page says why it asks for the password, checks it beside the field, and goes on with the right one', async () => {
    api.on(calls.verifyEmail, passwordNeeded);
    api.on(calls.verifyRegistration, answer(400, { msg: 'This is not the password you registered with.', code: 'wrong_password' }));
    show('contested');
    await wait(10);
    expect(screen.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
    expect(screen.getByText(/was registered more than once/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    await typePassword('');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(expect.stringContaining('Please fill in this field'));
    await typePassword('wrong');
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
      expect.stringContaining('This is not the password you registered with.'),
    );
    expect(getSession().isAuthenticated).toBe(false);

    api.on(calls.verifyRegistration, verified);
    await typePassword(' right');
    expect(screen.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
    expect(getSession()).toMatchObject({ token: 't1', isAuthenticated: true, user: { firstName: 'Augusta' } });
    expect(questions()).toEqual([
      ['GET', undefined],
      ['POST', { password: 'wrong' }],
      ['POST', { password: 'wrong right' }],
    ]);
    await wait(2_000);
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/dashboard$/);
  });

  test('the browser that registered sends its secret and is not asked for the password; the secret is then deleted', async () => {
    api.on(calls.verifyEmail, passwordNeeded);
    api.on(calls.verifyRegistration, verified);
    show('own-browser', () => {
      keepRegistration('a secret');
    });
    await wait(10);
    expect(screen.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
    expect(questions()).toEqual([
      ['GET', undefined],
      ['POST', { secret: 'a secret' }],
    ]);
    expect(keptRegistration()).toBeUndefined();
  });

  test('with an unknown secret the page asks for the password', async () => {
    api.on(calls.verifyEmail, passwordNeeded);
    api.on(calls.verifyRegistration, passwordNeeded);
    show('other-browser', () => {
      keepRegistration('of another address');
    });
    await wait(10);
    expect(screen.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
    expect(keptRegistration()).toBeDefined();
  });

  test('after too many wrong passwords the page shows an error', async () => {
    api.on(calls.verifyEmail, passwordNeeded);
    api.on(calls.verifyRegistration, answer(400, { msg: 'The link may have expired.', code: 'link_invalid' }));
    show('worn-out');
    await wait(10);
    await typePassword('a guess');
    expect(screen.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    expect(screen.getByText('The link may have expired.')).toBeVisible();
  });

  test('when the server is busy the input is kept', async () => {
    api.on(calls.verifyEmail, passwordNeeded);
    api.on(calls.verifyRegistration, answer(503, { msg: 'We are very busy right now.', code: 'unavailable' }));
    show('busy');
    await wait(10);
    await typePassword('my password');
    expect(screen.getAllByText('We are very busy right now.')).toHaveLength(2);
    expect(screen.getByLabelText('Password')).toHaveValue('my password');
  });
});

test.each([
  [
    'was refused',
    () => {
      keepRefusedRegistration('own');
    },
  ],
  [
    'waits no longer',
    () => {
      keepRegistration('own');
      jest.advanceTimersByTime(24 * 60 * 60 * 1000);
    },
  ],
])(
  'a browser whose registration %s shows it at once: the link is for somebody else’s, and its password is asked for',
  async (when, keep) => {
    api.on(calls.verifyEmail, verified);
    api.on(calls.verifyRegistration, passwordNeeded);
    show(when.replaceAll(' ', '-'), keep);
    await wait(10);
    expect(screen.getByRole('heading', { name: 'Enter your password' })).toBeVisible();
    expect(questions()).toEqual([['POST', { secret: 'own' }]]);
    expect(getSession().isAuthenticated).toBe(false);
  },
);
