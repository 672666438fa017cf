import { ApiError } from './ApiError';

/** How long a call is retried after its first failure. A service is replaced in less. Milliseconds. */
const repeatedForMs = 60_000;
/** The pause before a retry if the response has no `retry-after`, and the longest pause. Seconds. */
const pauseSeconds = 1;
const longestPauseSeconds = 5;
/** A connection that fails sooner than this has not reached a running service. Milliseconds. */
const underWayMs = 1_000;

/** Whether the error is temporary: the service is being replaced, or another of its processes is still working on the call. */
const isForNow = ({ status, code, retryAfterSeconds }: ApiError): boolean =>
  (status === 503 && retryAfterSeconds !== undefined) || code === 'in_progress';

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1_000);
    signal.addEventListener('abort', end);
  });

/**
 * Makes a long call, and retries it if the service that worked on it was stopped: after a 503 with `retry-after`, after "in progress", and
 * after a cut connection. The call has an `idempotency-key`, so it takes effect once, and a retry gets the result of the first attempt.
 * Gives up after a minute.
 *
 * @param signal - ends the pauses; the call that follows then fails as cancelled
 * @throws ApiError the last failure
 */
export const repeatCall = async <T>(makeCall: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  let failedAt: number | undefined;
  for (;;) {
    const begunAt = performance.now();
    try {
      return await makeCall();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const now = performance.now();
      // A first call that cannot connect fails immediately. After a cut connection, later calls may fail to connect until the service has
      // restarted.
      const isCut = error.isNetwork && (failedAt !== undefined || now - begunAt >= underWayMs);
      failedAt ??= now;
      if (!(isCut || isForNow(error)) || now - failedAt >= repeatedForMs) throw error;
      await pause(Math.min(error.retryAfterSeconds ?? pauseSeconds, longestPauseSeconds), signal);
    }
  }
};
