import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { DomainError } from '@lectern/service-kit';
import type { Payments, ProviderEvent, ProviderSubscription } from './domain/Payments.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** Address of Stripe, or of the local stand-in. */
  apiBase: string;
  priceId: string;
  publicUrl: string;
  clock: () => Date;
}

/** A signed event older than this is a replay, in seconds. */
const signatureKeptSeconds = 300;
/** An open checkout is reused only when it stays valid for this long, in milliseconds. */
const leastCheckoutMs = 30 * 60_000;
const pageLength = 100;
const subscriptionsOfCustomer = 500;

/** The used fields of an event: `customer` is an id, an expanded customer, or absent. */
const SignedEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.optional(z.string()),
      object: z.optional(z.string()),
      customer: z.optional(z.nullable(z.union([z.string(), z.object({ id: z.string() })]))),
    }),
  }),
});
const FailedInvoice = z.object({
  id: z.string(),
  attempt_count: z.int(),
  amount_remaining: z.int(),
  currency: z.string(),
  billing_reason: z.nullable(z.string()),
});

const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);

const asSubscription = (subscription: Stripe.Subscription): ProviderSubscription => {
  // The end of the period is a field of the item, not of the subscription.
  const end = subscription.ended_at ?? subscription.cancel_at ?? subscription.items.data[0]?.current_period_end ?? null;
  return {
    id: subscription.id,
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endDate: end === null ? null : new Date(end * 1000).toISOString(),
    created: subscription.created,
  };
};

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
const isGone = (error: unknown): boolean => hasCode(error, 'resource_missing');

/** Waits for a request and ignores errors that say its effect exists already. */
const unlessDone = async (work: Promise<unknown>, isDone: (error: unknown) => boolean): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isDone(error)) throw error;
  }
};

/** Refunds the payments of an invoice. */
const refund = async (stripe: Stripe, invoice: string): Promise<void> => {
  const paid = await stripe.invoicePayments.list({ invoice, status: 'paid' });
  for (const { payment } of paid.data)
    if (payment.payment_intent) {
      const intent = idOf(payment.payment_intent);
      await unlessDone(
        stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' }, { idempotencyKey: `refund-${intent}` }),
        (error) => hasCode(error, 'charge_already_refunded'),
      );
    }
};

/** Voids open invoices of a subscription, and ends it. */
const endNow = async (stripe: Stripe, subscriptionId: string, { givesBack }: { givesBack: boolean }): Promise<void> => {
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  if (latest && typeof latest !== 'string') {
    if (latest.status === 'open') await stripe.invoices.voidInvoice(latest.id);
    // Refunded before it ends: after a crash in between it is still a duplicate and handled again.
    if (givesBack) await refund(stripe, latest.id);
  }
  await unlessDone(stripe.subscriptions.cancel(subscriptionId), isGone);
};

/** Payments through the official Stripe SDK, which is loaded at the first call. */
export function stripePayments({ secretKey, webhookSecret, apiBase, priceId, publicUrl, clock }: StripeOptions): Payments {
  const successUrl = `${publicUrl}/subscription?success=true`;
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
  /** To the learner every failure of the provider means that it does not answer. */
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
    customer: (customerId) =>
      ask(async (stripe) => {
        try {
          const customer = await stripe.customers.retrieve(customerId);
          if (customer.deleted) return undefined;
          const subscriptions = await stripe.subscriptions
            .list({ customer: customerId, status: 'all', limit: pageLength })
            .autoPagingToArray({ limit: subscriptionsOfCustomer });
          return { userId: customer.metadata['userId'], subscriptions: subscriptions.map(asSubscription) };
        } catch (error) {
          if (isGone(error)) return undefined;
          throw error;
        }
      }),
    deleteCustomer: (customerId) => ask((stripe) => unlessDone(stripe.customers.del(customerId), isGone)),
    createCheckout: (customerId, userId) =>
      ask(async (stripe) => {
        const open = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: pageLength });
        const latestEnd = Math.floor((clock().getTime() + leastCheckoutMs) / 1000);
        let url: string | null = null;
        for (const session of open.data) {
          const fits = session.metadata?.['priceId'] === priceId && session.success_url === successUrl && session.expires_at >= latestEnd;
          if (fits && session.url && url === null) url = session.url;
          else await stripe.checkout.sessions.expire(session.id);
        }
        if (url !== null) return url;
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price: priceId, quantity: 1 }],
          metadata: { priceId },
          success_url: successUrl,
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
    resume: (subscriptionId) =>
      ask(async (stripe) => {
        const { cancel_at_period_end: atPeriodEnd } = await stripe.subscriptions.retrieve(subscriptionId);
        // Stripe announces an end in one of two fields, depending on the billing mode, and clears one of them per call.
        await stripe.subscriptions.update(subscriptionId, atPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' });
      }),
    endForGood: (subscriptionId) =>
      ask(async (stripe) => {
        try {
          const { customer } = await stripe.subscriptions.retrieve(subscriptionId);
          await unlessDone(stripe.subscriptions.cancel(subscriptionId), isGone);
          await unlessDone(stripe.customers.del(idOf(customer)), isGone);
        } catch (error) {
          if (!isGone(error)) throw error;
        }
      }),
    cancelAndRefund: (subscriptionId) => ask((stripe) => endNow(stripe, subscriptionId, { givesBack: true })),
    cancel: (subscriptionId) => ask((stripe) => endNow(stripe, subscriptionId, { givesBack: false })),
    isOpen: (invoiceId) =>
      ask(async (stripe) => {
        try {
          return (await stripe.invoices.retrieve(invoiceId)).status === 'open';
        } catch (error) {
          if (isGone(error)) return false;
          throw error;
        }
      }),
    async *running() {
      let after: string | undefined;
      for (;;) {
        // Without a status Stripe leaves out ended subscriptions.
        const page = await ask((stripe) =>
          stripe.subscriptions.list({
            limit: pageLength,
            expand: ['data.customer'],
            ...(after !== undefined && { starting_after: after }),
          }),
        );
        yield page.data.map((each) => {
          const { customer } = each;
          const metadata = typeof customer === 'string' || customer.deleted ? {} : customer.metadata;
          return { subscription: asSubscription(each), customerId: idOf(customer), userId: metadata['userId'] };
        });
        after = page.data.at(-1)?.id;
        if (!page.has_more || after === undefined) return;
      }
    },
    async readEvent(body, signature) {
      loaded ??= connect();
      const stripe = await loaded;
      let signed: unknown;
      try {
        signed = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, signatureKeptSeconds, undefined, clock().getTime());
      } catch (error) {
        throw new DomainError('bad_signature', 'The signature does not fit, or is too old.', { cause: error });
      }
      const parsed = z.safeParse(SignedEvent, signed);
      if (!parsed.success) throw new DomainError('invalid', 'This is no event.', { cause: parsed.error });
      const { id, type, data } = parsed.data;
      const about = data.object;
      const customer = about.object === 'customer' ? about.id : about.customer;
      const event: ProviderEvent = { id, type, customerId: customer ? idOf(customer) : undefined };
      if (type !== 'invoice.payment_failed') return event;
      const invoice = z.safeParse(FailedInvoice, (signed as Stripe.Event).data.object);
      // The first payment fails in front of the learner, on the checkout page.
      if (!invoice.success || invoice.data.billing_reason === 'subscription_create') return event;
      const { id: invoiceId, attempt_count: attempt, amount_remaining: amount, currency } = invoice.data;
      return { ...event, failedPayment: { invoiceId, attempt, amount, currency } };
    },
  };
}
