import type Stripe from 'stripe';
import { connectStripe, type StripeConnection } from './connectStripe.ts';
import { createTimeLimit, type StartTimer } from './createTimeLimit.ts';
import type { Payments, ProviderCustomer, RunningSubscription } from '../domain/Payments.ts';
import { endForGood, endNow } from './endStripeSubscription.ts';
import { openStripeCheckout } from './openStripeCheckout.ts';
import { readStripeEvent } from './readStripeEvent.ts';
import { asSubscription, idOf, isGone, unlessDone } from './stripeObjects.ts';

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  /** The address of Stripe, or of the local stand-in. */
  apiBase: string;
  priceId: string;
  publicUrl: string;
  clock: () => Date;
  /** Defaults to the timers of this process. */
  startTimer?: StartTimer;
}

const pageLength = 100;
const subscriptionsOfCustomer = 500;

/** Returns the result of a request; `undefined` if its object was deleted. */
const unlessGone = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
};

const readCustomer = (stripe: Stripe, customerId: string): Promise<ProviderCustomer | undefined> =>
  unlessGone(async () => {
    const customer = await stripe.customers.retrieve(customerId);
    if (customer.deleted) return undefined;
    const subscriptions = await stripe.subscriptions
      .list({ customer: customerId, status: 'all', limit: pageLength })
      .autoPagingToArray({ limit: subscriptionsOfCustomer });
    return { userId: customer.metadata['userId'], subscriptions: subscriptions.map(asSubscription) };
  });

const resume = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  const { cancel_at_period_end: atPeriodEnd } = await stripe.subscriptions.retrieve(subscriptionId);
  // Stripe announces an end in one of two fields, depending on the billing mode, and clears one of them per call.
  await stripe.subscriptions.update(subscriptionId, atPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' });
};

const asRunning = (subscription: Stripe.Subscription): RunningSubscription => {
  const { customer } = subscription;
  const metadata = typeof customer === 'string' || customer.deleted ? {} : customer.metadata;
  return { subscription: asSubscription(subscription), customerId: idOf(customer), userId: metadata['userId'] };
};

/** Yields all subscriptions that have not ended, in pages. Without a status filter Stripe omits ended subscriptions. */
async function* runningSubscriptions({ ask }: StripeConnection): AsyncGenerator<RunningSubscription[]> {
  let after: string | undefined;
  for (;;) {
    const cursor = after === undefined ? {} : { starting_after: after };
    const page = await ask((stripe) => stripe.subscriptions.list({ limit: pageLength, expand: ['data.customer'], ...cursor }));
    yield page.data.map(asRunning);
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}

/** Creates the payments port with the official Stripe SDK. */
export function stripePayments(options: StripeOptions): Payments {
  const { secretKey, webhookSecret, apiBase, publicUrl, clock } = options;
  const timeLimit = createTimeLimit(options.startTimer);
  const connection = connectStripe({ secretKey, apiBase, timeLimit });
  const { ask } = connection;
  return {
    inTime: timeLimit.inTime,
    withoutLimit: timeLimit.withoutLimit,
    createCustomer: (userId, idempotencyKey) =>
      ask(async (stripe) => (await stripe.customers.create({ metadata: { userId } }, { idempotencyKey })).id),
    customer: (customerId) => ask((stripe) => readCustomer(stripe, customerId)),
    deleteCustomer: (customerId) => ask((stripe) => unlessDone(stripe.customers.del(customerId), isGone)),
    createCheckout: (customerId, userId) => ask((stripe) => openStripeCheckout(stripe, { customerId, userId }, options)),
    createPortal: (customerId) =>
      ask(
        async (stripe) =>
          (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: `${publicUrl}/subscription` })).url,
      ),
    resume: (subscriptionId) => ask((stripe) => resume(stripe, subscriptionId)),
    endForGood: (subscriptionId) => ask((stripe) => endForGood(stripe, subscriptionId)),
    cancelAndRefund: (subscriptionId) => ask((stripe) => endNow(stripe, subscriptionId, { givesBack: true })),
    cancel: (subscriptionId) => ask((stripe) => endNow(stripe, subscriptionId, { givesBack: false })),
    isOpen: (invoiceId) => ask(async (stripe) => (await unlessGone(() => stripe.invoices.retrieve(invoiceId)))?.status === 'open'),
    running: () => runningSubscriptions(connection),
    readEvent: async (body, signature) => readStripeEvent(await connection.client(), { body, signature }, webhookSecret, clock()),
  };
}
