import { repeat } from './repeat.ts';

it('runs at once and again after each run, until it is stopped', async () => {
  jest.useFakeTimers();
  let runs = 0;
  let finish = (): void => undefined;
  const stop = repeat(() => {
    runs++;
    return new Promise<void>((resolve) => (finish = resolve));
  }, 1_000);
  expect(runs).toBe(1);
  await jest.advanceTimersByTimeAsync(5_000);
  // The next run waits for a slow one.
  expect(runs).toBe(1);
  finish();
  await jest.advanceTimersByTimeAsync(999);
  expect(runs).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  stop();
  finish();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(2);
  jest.useRealTimers();
});
