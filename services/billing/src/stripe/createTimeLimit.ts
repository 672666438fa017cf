import { AsyncLocalStorage } from 'node:async_hooks';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/service-kit';
import type { TimeLimitOptions } from '../domain/Payments.ts';

/** Runs a function after a delay. @returns a function that cancels it */
export type StartTimer = (run: () => void, afterMs: number) => () => void;

const startTimerOfNode: StartTimer = (run, afterMs) => {
  const timer = setTimeout(run, afterMs);
  return () => clearTimeout(timer);
};

/** How long a learner waits for the provider, however many requests the call needs, in milliseconds. */
const limitMs = 10_000;
const retryAfterSeconds = 5;

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

const overLimit = (isPayment: boolean) =>
  new DomainError(
    'timeout',
    `The payment provider did not answer in time. ${isPayment ? 'You have not been charged. ' : ''}Please try again.`,
    {
      retryAfterSeconds,
    },
  );

/** Returns a promise that rejects when the signal aborts. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as DomainError), { once: true });
  });

/** Creates a time limit for all requests to Stripe within one call of a learner. */
export function createTimeLimit(startTimer: StartTimer = startTimerOfNode) {
  const current = new AsyncLocalStorage<AbortSignal>();
  return {
    /**
     * Runs work with a time limit, `mostMs` or ten seconds. Limits can be nested: the earliest end counts.
     *
     * @throws DomainError `timeout` if the work takes longer; it makes no further request after that
     */
    async inTime<T>(work: () => Promise<T>, { isPayment = false, mostMs = limitMs }: TimeLimitOptions = {}): Promise<T> {
      const outer = current.getStore();
      const controller = new AbortController();
      const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
      const cancel = startTimer(() => controller.abort(overLimit(isPayment)), mostMs);
      try {
        return await Promise.race([current.run(signal, work), abortOf(signal)]);
      } finally {
        cancel();
      }
    },
    /** Runs work for several calls, without the time limit of the call that started it. */
    withoutLimit: <T>(work: () => Promise<T>): Promise<T> => current.exit(work),
    /** Returns whether current requests have a limit. */
    isLimited: (): boolean => current.getStore() !== undefined,
    /** Wraps a client so that its requests end with the limit of their call. Requests outside a learner's call have only their own timeout. */
    limited: (client: HttpClient): HttpClient => ({
      getClientName: () => client.getClientName(),
      makeRequest: async (...request) => {
        const signal = current.getStore();
        if (!signal) return client.makeRequest(...request);
        signal.throwIfAborted();
        return Promise.race([client.makeRequest(...request), abortOf(signal)]);
      },
    }),
  };
}
export type TimeLimit = ReturnType<typeof createTimeLimit>;
