import type Stripe from 'stripe';
import { DomainError } from '@lectern/service-kit';
import type { Payments, ProviderSubscription } from './domain/Payments.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's own address, or the local stand-in's: all that differs between them. */
  apiBase: string;
  priceId: string;
  publicUrl: string;
}

const asSubscription = (subscription: Stripe.Subscription): ProviderSubscription => {
  // The period's end stands on the item, not on the subscription.
  const end = subscription.ended_at ?? subscription.items.data[0]?.current_period_end ?? null;
  return {
    id: subscription.id,
    customerId: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id,
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endDate: end === null ? null : new Date(end * 1000).toISOString(),
    created: subscription.created,
  };
};

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'resource_missing';

/** Payments by the official Stripe SDK, which is loaded with the first call. */
export function stripePayments({ secretKey, webhookSecret, apiBase, priceId, publicUrl }: StripeOptions): Payments {
  let loaded: Promise<Stripe> | undefined;
  const connect = async (): Promise<Stripe> => {
    const { default: StripeClient } = await import('stripe');
    const { protocol, hostname, port } = new URL(apiBase);
    return new StripeClient(secretKey, {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      ...(port && { port: Number(port) }),
      timeout: 15_000,
      maxNetworkRetries: 2,
      telemetry: false,
    });
  };
  /** Every failure of the provider is one thing to the learner: it does not answer now. */
  const ask = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    loaded ??= connect();
    const stripe = await loaded;
    try {
      return await work(stripe);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw new DomainError('bad_gateway', 'The payment provider is not answering. Please try again.', {
        retryAfterSeconds: 5,
        cause: error,
      });
    }
  };

  return {
    createCustomer: (userId, idempotencyKey) =>
      ask(async (stripe) => (await stripe.customers.create({ metadata: { userId } }, { idempotencyKey })).id),
    createCheckout: (customerId, userId) =>
      ask(async (stripe) => {
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price: priceId, quantity: 1 }],
          success_url: `${publicUrl}/subscription?success=true`,
          cancel_url: `${publicUrl}/subscription?canceled=true`,
        });
        if (!session.url) throw new Error('Stripe gave no address for the checkout.');
        return session.url;
      }),
    createPortal: (customerId) =>
      ask(
        async (stripe) =>
          (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: `${publicUrl}/subscription` })).url,
      ),
    subscriptionOf: (customerId) =>
      ask(async (stripe) => {
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 20 });
        const newest = [...data].sort((a, b) => b.created - a.created);
        // One that runs outranks a later one that was never paid.
        const running =
          newest.find((each) => each.status === 'active' || each.status === 'past_due' || each.status === 'trialing') ?? newest[0];
        return running && asSubscription(running);
      }),
    resume: (subscriptionId) =>
      ask(async (stripe) => {
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
      }),
    cancelNow: (subscriptionId) =>
      ask(async (stripe) => {
        try {
          await stripe.subscriptions.cancel(subscriptionId);
        } catch (error) {
          if (!isGone(error)) throw error;
        }
      }),
    async readEvent(body, signature) {
      loaded ??= connect();
      const stripe = await loaded;
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret);
      } catch (error) {
        throw new DomainError('bad_signature', 'The signature does not fit, or is too old.', { cause: error });
      }
      const about = event.data.object as { object?: string; id?: string; customer?: string | { id: string } | null };
      const customer = about.object === 'customer' ? about.id : about.customer;
      return { id: event.id, type: event.type, customerId: typeof customer === 'string' ? customer : customer?.id };
    },
  };
}
