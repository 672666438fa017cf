import { ApiError } from './ApiError';
import { repeatCall } from './repeatCall';

const restarting = new ApiError({ status: 503, code: 'unavailable', retryAfterSeconds: 2 });
const inProgress = new ApiError({ status: 409, code: 'in_progress', retryAfterSeconds: 1 });
const cut = new ApiError({ status: 0, code: 'network' });
const never = new AbortController().signal;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A call that fails with each of these in turn, after so many milliseconds, and then succeeds. */
const failing = (failures: readonly (readonly [ApiError, number])[]) => {
  let made = 0;
  const makeCall = async (): Promise<string> => {
    const failure = failures[made];
    made += 1;
    if (!failure) return 'made';
    await new Promise((resolve) => setTimeout(resolve, failure[1]));
    throw failure[0];
  };
  return { makeCall, count: () => made };
};
const resultOf = async (work: Promise<unknown>): Promise<unknown> => {
  const result = work.catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(200_000);
  return result;
};

test('a call whose service is replaced is repeated until it is done', async () => {
  const { makeCall, count } = failing([
    [cut, 5_000],
    [cut, 0],
    [restarting, 10],
    [inProgress, 10],
  ]);
  expect(await resultOf(repeatCall(makeCall, never))).toBe('made');
  expect(count()).toBe(5);
});

test.each([
  ['a connection that is not there', cut],
  ['a refusal', new ApiError({ status: 403, code: 'limit_reached' })],
  ['a failure without a time to come back', new ApiError({ status: 503, code: 'unavailable' })],
  ['another conflict', new ApiError({ status: 409, code: 'conflict' })],
])('%s is told at once', async (_, failure) => {
  const { makeCall, count } = failing([[failure, 0]]);
  expect(await resultOf(repeatCall(makeCall, never))).toBe(failure);
  expect(count()).toBe(1);
});

test('a service that does not come back is told after a minute', async () => {
  const { makeCall, count } = failing(Array.from({ length: 100 }, () => [restarting, 0] as const));
  expect(await resultOf(repeatCall(makeCall, never))).toBe(restarting);
  expect(count()).toBe(31);
});

test('a learner who cancels does not wait for the pause', async () => {
  const controller = new AbortController();
  const cancelled = new ApiError({ status: 0, code: 'cancelled' });
  let made = 0;
  const makeCall = () => {
    made += 1;
    return Promise.reject(controller.signal.aborted ? cancelled : restarting);
  };
  const result = repeatCall(makeCall, controller.signal).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(10);
  controller.abort();
  await jest.advanceTimersByTimeAsync(0);
  expect(await result).toBe(cancelled);
  expect(made).toBe(2);
});
