import { AsyncLocalStorage } from 'node:async_hooks';
import type Stripe from 'stripe';
import { DomainError } from '@lectern/service-kit';
import type { TimeLimitOptions } from '../domain/Payments.ts';

/** Runs a function after a time. @returns a function that cancels it */
export type StartTimer = (run: () => void, afterMs: number) => () => void;

const startTimerOfNode: StartTimer = (run, afterMs) => {
  const timer = setTimeout(run, afterMs);
  return () => clearTimeout(timer);
};

/** How long a learner waits for the provider, however many requests their call needs, in milliseconds. */
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

/** Rejects when the signal aborts. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as DomainError), { once: true });
  });

/** One time limit for all requests to Stripe that are made for one call of a learner. */
export function createTimeLimit(startTimer: StartTimer = startTimerOfNode) {
  const current = new AsyncLocalStorage<AbortSignal>();
  return {
    /**
     * Runs work with a time limit, `mostMs` or ten seconds. Limits can be nested: the first one that ends counts.
     * @throws DomainError `timeout` when the work takes longer; after that it makes no further request
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
    /** Runs work that several calls wait for, without the time limit of the call that started it. */
    withoutLimit: <T>(work: () => Promise<T>): Promise<T> => current.exit(work),
    /** Whether requests that are made now have a limit. */
    isLimited: (): boolean => current.getStore() !== undefined,
    /** A client whose requests end with the limit of their call. Requests outside of a learner's call have only their own timeout. */
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
