import { ApiError } from './ApiError';

/** How long a call is repeated after its first failure, in milliseconds: a service is replaced in less. */
const repeatedForMs = 60_000;
/** The pause after an answer without `retry-after`, and the longest one. Seconds. */
const pauseSeconds = 1;
const longestPauseSeconds = 5;
/** A connection that was lost sooner than this never reached a service at work. Milliseconds. */
const underWayMs = 1_000;

/** The service is being replaced, or another of its processes still works on the call. */
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
 * Makes a long call, and repeats it when the service that worked on it was stopped: after a 503 with `retry-after`, after "in progress", and when
 * its connection was cut. The call has an `idempotency-key`, so it has its effect once, and a repetition gets the result of the first. It is
 * repeated for a minute at most.
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
      // Without a connection from the start the learner is told at once. After a cut it comes back when the service has started again.
      const isCut = error.isNetwork && (failedAt !== undefined || now - begunAt >= underWayMs);
      failedAt ??= now;
      if (!(isCut || isForNow(error)) || now - failedAt >= repeatedForMs) throw error;
      await pause(Math.min(error.retryAfterSeconds ?? pauseSeconds, longestPauseSeconds), signal);
    }
  }
};
