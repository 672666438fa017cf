import { calls } from '@lectern/contracts';
import { ApiError } from './ApiError';
import { call } from './httpClient';
import { cancelSlowCalls, slowAfterMs, slowCallsAtom } from './slowCalls';
import { signIn } from './session';
import { platformStore } from './store';
import { freeLimits, installFakeApi, learner, never, resetPlatform, type FakeApi } from './testing';

let api: FakeApi;
const slow = (): number => platformStore.get(slowCallsAtom);
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => error,
  );

beforeEach(() => {
  jest.useFakeTimers();
  resetPlatform();
  signIn('t1', learner);
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
  jest.useRealTimers();
});

test('a call is slow after ten seconds, and no longer when its answer comes', async () => {
  let answerNow: (value: unknown) => void = () => undefined;
  api.on(calls.getLimits, () => new Promise((resolve) => (answerNow = resolve)));
  const waiting = outcome(call(calls.getLimits));
  await jest.advanceTimersByTimeAsync(slowAfterMs - 1);
  expect(slow()).toBe(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(slow()).toBe(1);
  answerNow(freeLimits());
  expect(await waiting).toBe('answered');
  expect(slow()).toBe(0);
});

test('slow calls can be cancelled, others continue', async () => {
  api.on(calls.getLimits, never);
  api.on(calls.listFolders, never);
  const old = outcome(call(calls.getLimits));
  await jest.advanceTimersByTimeAsync(slowAfterMs - 5_000);
  let isYoungOver = false;
  void outcome(call(calls.listFolders)).then(() => (isYoungOver = true));
  await jest.advanceTimersByTimeAsync(5_000);
  cancelSlowCalls();
  const error = await old;
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).isCancelled).toBe(true);
  expect(slow()).toBe(0);
  expect(isYoungOver).toBe(false);
});

test('a call with an overlay of its own is not counted as slow', async () => {
  api.on(calls.getLimits, never);
  void outcome(call(calls.getLimits, { hasOwnProgress: true }));
  await jest.advanceTimersByTimeAsync(10 * slowAfterMs);
  expect(slow()).toBe(0);
});

test('the caller can still cancel a slow call', async () => {
  api.on(calls.getLimits, never);
  const controller = new AbortController();
  const waiting = outcome(call(calls.getLimits, { signal: controller.signal }));
  await jest.advanceTimersByTimeAsync(0);
  controller.abort();
  expect(((await waiting) as ApiError).isCancelled).toBe(true);
});
