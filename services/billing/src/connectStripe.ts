import type Stripe from 'stripe';
import { DomainError } from '@lectern/service-kit';

const timeoutMs = 15_000;
/** Retries of one request, by the SDK. */
const networkRetries = 2;
const retryAfterSeconds = 5;

/** Loads the official Stripe SDK and creates its client. @param apiBase - address of Stripe, or of the local stand-in */
const createClient = async (secretKey: string, apiBase: string): Promise<Stripe> => {
  const { default: StripeClient } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiBase);
  return new StripeClient(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port: Number(port) }),
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
  });
};

/** Stripe's client, which is created at the first call. */
export function connectStripe(secretKey: string, apiBase: string) {
  let created: Promise<Stripe> | undefined;
  const client = (): Promise<Stripe> => (created ??= createClient(secretKey, apiBase));
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
