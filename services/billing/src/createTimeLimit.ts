import { AsyncLocalStorage } from 'node:async_hooks';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/service-kit';

/** Runs a function after a time. @returns cancels it */
export type StartTimer = (run: () => void, afterMs: number) => () => void;

const startTimerOfNode: StartTimer = (run, afterMs) => {
  const timer = setTimeout(run, afterMs);
  return () => clearTimeout(timer);
};

/** How long a learner waits for the provider, however many requests their call needs, in milliseconds. */
export const limitMs = 10_000;
/** The limit of one attempt at a request of a learner's call: another attempt fits into the whole. */
const attemptMs = 4_000;
const retryAfterSeconds = 5;

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

const overLimit = () =>
  new DomainError('timeout', 'The payment provider did not answer in time. You have not been charged. Please try again.', {
    retryAfterSeconds,
  });

/** Rejects when the signal aborts. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as DomainError), { once: true });
  });

/** One time limit for all requests to Stripe that are made for one call of a learner. */
export function createTimeLimit(startTimer: StartTimer = startTimerOfNode) {
  const current = new AsyncLocalStorage<AbortSignal>();
  return {
    /** @throws DomainError `timeout` when the work takes longer than ten seconds; it makes no further request then */
    async inTime<T>(work: () => Promise<T>): Promise<T> {
      const controller = new AbortController();
      const cancel = startTimer(() => controller.abort(overLimit()), limitMs);
      try {
        return await Promise.race([current.run(controller.signal, work), abortOf(controller.signal)]);
      } finally {
        cancel();
      }
    },
    /** A client whose requests keep to the limit of their call. Requests outside of a learner's call have their own limit only. */
    limited: (client: HttpClient): HttpClient => ({
      getClientName: () => client.getClientName(),
      makeRequest: async (...request) => {
        const signal = current.getStore();
        if (!signal) return client.makeRequest(...request);
        signal.throwIfAborted();
        const [host, port, path, method, headers, body, protocol, timeoutMs] = request;
        const answer = client.makeRequest(host, port, path, method, headers, body, protocol, Math.min(timeoutMs, attemptMs));
        return Promise.race([answer, abortOf(signal)]);
      },
    }),
  };
}
export type TimeLimit = ReturnType<typeof createTimeLimit>;
