import { setTimeout as delay } from 'node:timers/promises';

export interface RetryOptions {
  /** The pause after the n-th consecutive failure, in milliseconds. */
  pauseMs: (failures: number) => number;
  /** The maximum number of attempts. Defaults to unlimited. */
  attempts?: number;
  /** Called with each failure that is followed by another attempt. Throws to give up. */
  failed?: (error: unknown, failures: number) => void;
  /** Waits. Defaults to a timer that does not keep the process alive. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Repeats `work` until it succeeds.
 *
 * @throws the error of the last attempt
 * @example
 * await retry(() => store.ping(), { pauseMs: backoff({ firstMs: 100, longestMs: 5_000 }), attempts: 10 });
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { pauseMs, attempts = Infinity, failed, wait = (milliseconds) => delay(milliseconds, undefined, { ref: false }) } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (failures >= attempts) throw error;
      failed?.(error, failures);
      await wait(pauseMs(failures));
    }
  }
}
