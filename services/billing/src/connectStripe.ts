import type Stripe from 'stripe';
import { DomainError } from '@lectern/service-kit';
import type { TimeLimit } from './createTimeLimit.ts';

/** Of one attempt at a request that no learner waits for, in milliseconds. */
const timeoutMs = 15_000;
/** Retries of one request, by the SDK: under the same idempotency key. */
const networkRetries = 2;
const retryAfterSeconds = 5;

/** Where Stripe is, and for how long a learner waits for it. */
export interface StripeAccess {
  secretKey: string;
  /** Address of Stripe, or of the local stand-in. */
  apiBase: string;
  timeLimit: TimeLimit;
}

/** Loads the official Stripe SDK and creates its client. */
const createClient = async ({ secretKey, apiBase, timeLimit }: StripeAccess): Promise<Stripe> => {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  return new StripeClient(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port: Number(port) }),
    httpClient: timeLimit.limited(StripeClient.createNodeHttpClient()),
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
  });
};

/** Stripe's client, which is created at the first call. */
export function connectStripe(access: StripeAccess) {
  let created: Promise<Stripe> | undefined;
  const client = (): Promise<Stripe> => (created ??= createClient(access));
  return {
    client,
    /** Runs requests. To the learner every failure means that the provider does not answer. @throws DomainError `bad_gateway` */
    async ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
      const stripe = await client();
      try {
        return await work(stripe);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        throw new DomainError('bad_gateway', 'The payment provider is not answering. Please try again.', {
          retryAfterSeconds,
          cause: error,
        });
      }
    },
  };
}
export type StripeConnection = ReturnType<typeof connectStripe>;
