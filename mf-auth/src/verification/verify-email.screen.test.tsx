import { calls } from '@lectern/contracts';
import { getSession, toast } from '@lectern/platform';
import { answer, installFakeApi, learner, networkError, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { act, cleanup, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { VerifyEmailScreen } from './verify-email.screen';

let api: FakeApi;
const fallback = "We couldn't verify your email. The link may have expired or is invalid.";
// Each link is used once in this file: the page remembers what it asked for.
const show = (token: string) =>
  renderWithPlatform(
    <StrictMode>
      <VerifyEmailScreen />
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
  ['the server error', 'bad1', answer(400, { msg: 'This link was used already.', code: 'invalid_token' }), 'This link was used already.'],
  [`the fallback text '${fallback}'`, 'bad2', answer(500, { code: 'internal' }), fallback],
])(
  "§2 Verification result: error shows 'Verification Failed' with %s, and a 'Return to Login' button (/login)",
  async (_name, token, given, text) => {
    api.on(calls.verifyEmail, given);
    show(token);
    await wait(10);
    expect(screen.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
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
  [400, answer(400, { msg: 'Used already.', code: 'invalid_token' }), 0],
])("§8 Auth and account: 'Verification failed' is the toast when the server has no sentence (status %d)", async (status, given, count) => {
  const shown = jest.spyOn(toast, 'error');
  api.on(calls.verifyEmail, given);
  show(`toast${String(status)}`);
  await wait(10);
  expect(shown.mock.calls.filter(([text]) => text === 'Verification failed')).toHaveLength(count);
});

test('after a failure another visit asks again', async () => {
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
