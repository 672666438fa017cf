import type Stripe from 'stripe';
import { DomainError } from '@lectern/service-kit';
import type { TimeLimit } from './createTimeLimit.ts';

/** The limits of requests for which no learner waits. The SDK retries with the same idempotency key. */
const unlimited = { timeout: 15_000, maxNetworkRetries: 2 };
/** The limits of requests for which a learner waits: both attempts fit into the limit of the learner's call, with time left for another request. */
const limited = { timeout: 4_000, maxNetworkRetries: 1 };
const retryAfterSeconds = 5;

/** Access to Stripe, and the time limit of a learner's call. */
export interface StripeAccess {
  secretKey: string;
  /** The address of Stripe, or of the local stand-in. */
  apiBase: string;
  timeLimit: TimeLimit;
}

/** Loads the official Stripe SDK and creates its clients. */
const createClients = async ({ secretKey, apiBase, timeLimit }: StripeAccess): Promise<{ limited: Stripe; unlimited: Stripe }> => {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  const shared = {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port: Number(port) }),
    httpClient: timeLimit.limited(StripeClient.createNodeHttpClient()),
    telemetry: false,
  } as const;
  return {
    limited: new StripeClient(secretKey, { ...shared, ...limited }),
    unlimited: new StripeClient(secretKey, { ...shared, ...unlimited }),
  };
};

/** Creates Stripe's clients at the first call. */
export function connectStripe(access: StripeAccess) {
  let created: ReturnType<typeof createClients> | undefined;
  const client = async (): Promise<Stripe> => {
    const clients = await (created ??= createClients(access));
    return access.timeLimit.isLimited() ? clients.limited : clients.unlimited;
  };
  return {
    client,
    /** Runs requests. Every failure of the provider becomes `bad_gateway`. @throws DomainError `bad_gateway` */
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
