import { memoryStore } from '@lectern/document-store/testing';
import type { ServiceEvent } from '@lectern/contracts';
import { createDeletedAccounts, type Log } from '@lectern/service-kit';
import { createTimeLimit } from '../stripe/createTimeLimit.ts';
import { allCollections, cancellationsCollection, stripeEventsCollection, subscriptionsCollection } from '../store.ts';
import { fakeProvider, periodEnd } from '../testing/fakeProvider.ts';
import { billingOn } from '../testing/billingOn.ts';
import { createPortalSession, createSubscription, upgradeSubscription } from './checkouts.ts';
import { eraseAccount } from './eraseAccount.ts';
import { getPlan, getSubscriptionStatus, isPremiumLearner } from './getSubscriptionStatus.ts';
import { receiveStripeEvent } from './receiveStripeEvent.ts';

const make = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const provider = fakeProvider();
  const logged: string[] = [];
  const log: Log = (_level, message) => logged.push(message);
  const store = memoryStore(allCollections);
  const billing = billingOn(store, provider.payments, () => time.now, log);
  let events = 0;
  /** Delivers an event, which only says that the customer's state may have changed. */
  const tell = (customerId: string, type = 'customer.subscription.updated', id = `evt_${++events}`) =>
    receiveStripeEvent(billing, provider.event(id, type, customerId), undefined);
  const checkout = async (userId = 'u1'): Promise<string> => {
    await createSubscription(billing, userId);
    return provider.customerOf(userId) ?? '';
  };
  /** A learner who is premium. */
  const subscribed = async (userId = 'u1') => {
    const customer = await checkout(userId);
    const subscription = provider.subscribe(customer);
    await tell(customer);
    return { customer, subscription };
  };
  const documentOf = (userId = 'u1') => store.collection(subscriptionsCollection).get(userId);
  const told = async (userId = 'u1') => (await documentOf(userId))?.outbox.map(({ payload }) => JSON.parse(payload) as ServiceEvent) ?? [];
  return { time, provider, store, billing, tell, checkout, subscribed, documentOf, told, logged };
};

describe('subscriptions', () => {
  it('become premium by a signed event only, and tell the other services once', async () => {
    const { provider, billing, tell, checkout, documentOf } = make();
    const customer = await checkout();
    provider.subscribe(customer);
    // The page polls the status after the checkout; this alone changes nothing.
    expect((await getSubscriptionStatus(billing, 'u1')).subscriptionTier).toBe('free');
    await Promise.all([tell(customer, 'x', 'e1'), tell(customer, 'x', 'e1'), tell(customer, 'x', 'e2')]);
    expect(await getSubscriptionStatus(billing, 'u1')).toMatchObject({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionEndDate: periodEnd,
    });
    const document = await documentOf();
    expect(document?.outbox.map(({ to }) => to)).toEqual(['library', 'study']);
    expect(document?.version).toBe(2);
    await expect(createSubscription(billing, 'u1')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('creates one customer for a learner with several checkouts', async () => {
    const { provider, billing } = make();
    const addresses = await Promise.all([1, 2, 3].map(() => createSubscription(billing, 'u1')));
    addresses.push(await createSubscription(billing, 'u1'));
    expect(provider.customers.size).toBe(1);
    expect(new Set(addresses.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1);
  });

  it('a customer that was created right before a crash is found by the next checkout and by an event', async () => {
    const { provider, billing, tell, documentOf } = make();
    const { createCustomer } = provider.payments;
    const cutOff = async (userId: string) => {
      provider.payments.createCustomer = async (...given) => {
        await createCustomer(...given);
        throw new Error('killed');
      };
      await expect(createSubscription(billing, userId)).rejects.toThrow('killed');
      provider.payments.createCustomer = createCustomer;
    };
    await cutOff('u1');
    await createSubscription(billing, 'u1');
    expect(provider.customers.size).toBe(1);
    expect((await documentOf())?.customerKey).toBe(provider.customerOf('u1'));
    await cutOff('u2');
    const customer = provider.customerOf('u2') ?? '';
    provider.subscribe(customer);
    await tell(customer);
    expect(await isPremiumLearner(billing, 'u2')).toBe(true);
  });

  it('a premium learner is answered from the last known plan when the provider hangs', async () => {
    const { provider, billing, subscribed, logged } = make();
    await subscribed();
    const timers: { run: () => void; afterMs: number }[] = [];
    const limit = createTimeLimit((run, afterMs) => {
      timers.push({ run, afterMs });
      return () => undefined;
    });
    provider.payments.inTime = limit.inTime;
    const isAsked = new Promise<void>((resolve) => {
      provider.control.beforeAnswer = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const upgrade = upgradeSubscription(billing, 'u1');
    await isAsked;
    expect(timers.map(({ afterMs }) => afterMs)).toEqual([10_000, 9_000]);
    timers[1]?.run();
    await expect(upgrade).resolves.toEqual({ status: 'active' });
    expect(logged).toContain('stripe.sync.failed');
  });

  it('a foreign customer changes nothing', async () => {
    const { provider, tell, subscribed, billing } = make();
    await subscribed();
    const other = await provider.payments.createCustomer('u1', 'by hand');
    const foreign = provider.subscribe(other);
    const unknown = await provider.payments.createCustomer('of another site', 'elsewhere');
    provider.subscribe(unknown);
    await tell(other);
    await tell(unknown);
    await tell('cus_nobody');
    expect(provider.subscriptions.get(foreign)?.status).toBe('active');
    expect((await getSubscriptionStatus(billing, 'u1')).stripeSubscriptionId).not.toBe(foreign);
    expect(await getSubscriptionStatus(billing, 'of another site')).toMatchObject({ subscriptionTier: 'free' });
  });

  it('a cancelled subscription goes on until its end, which follows the clock', async () => {
    const { time, provider, billing, tell, subscribed } = make();
    const { customer, subscription } = await subscribed();
    provider.change(subscription, { cancelAtPeriodEnd: true });
    await tell(customer);
    expect(await getSubscriptionStatus(billing, 'u1')).toMatchObject({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      cancelAtPeriodEnd: true,
      subscriptionEndDate: periodEnd,
    });
    expect(await getPlan(billing, 'u1')).toMatchObject({ premiumUntil: periodEnd });
    time.now = new Date(Date.parse(periodEnd) - 1);
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
    time.now = new Date(periodEnd);
    expect(await isPremiumLearner(billing, 'u1')).toBe(false);
    expect(await getSubscriptionStatus(billing, 'u1')).toMatchObject({
      subscriptionTier: 'free',
      subscriptionStatus: 'canceled',
      cancelAtPeriodEnd: false,
      subscriptionEndDate: periodEnd,
    });
  });

  it('one that renews stays premium past its period until Stripe says otherwise', async () => {
    const { time, billing, subscribed } = make();
    await subscribed();
    time.now = new Date(Date.parse(periodEnd) + 60_000);
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
  });

  it('§7 Subscription: the modal-driven upgrade returns a status: active when a running subscription was resumed', async () => {
    const { provider, billing, tell } = make();
    expect(await upgradeSubscription(billing, 'u1')).toMatchObject({
      status: 'requires_payment',
      checkoutUrl: expect.stringContaining('pay.example') as string,
    });
    const customer = provider.customerOf('u1') ?? '';
    const subscription = provider.subscribe(customer, { cancelAtPeriodEnd: true });
    await tell(customer);
    expect(await upgradeSubscription(billing, 'u1')).toEqual({ status: 'active' });
    expect(provider.subscriptions.get(subscription)?.cancelAtPeriodEnd).toBe(false);
    expect((await getSubscriptionStatus(billing, 'u1')).cancelAtPeriodEnd).toBe(false);
  });

  it.each([
    ['past_due', 'premium', 'past_due'],
    ['unpaid', 'premium', 'unpaid'],
    ['paused', 'premium', 'paused'],
    ['canceled', 'free', 'canceled'],
    ['incomplete', 'free', 'incomplete'],
    ['incomplete_expired', 'free', 'canceled'],
  ])('§4 Premium: means tier premium and status active; %s is not premium', async (word, tier, status) => {
    const { provider, billing, tell, checkout } = make();
    const customer = await checkout();
    provider.subscribe(customer, { status: word });
    await tell(customer);
    expect(await isPremiumLearner(billing, 'u1')).toBe(false);
    expect(await getSubscriptionStatus(billing, 'u1')).toMatchObject({ subscriptionTier: tier, subscriptionStatus: status });
  });

  it('has no portal without a customer', async () => {
    await expect(createPortalSession(make().billing, 'u1')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('a refund does not change the plan: the subscription goes on, as at Stripe', async () => {
    const { provider, billing, tell, subscribed, documentOf } = make();
    const { customer, subscription } = await subscribed();
    provider.change(subscription, { invoice: { id: 'in_x', status: 'refunded' } });
    await tell(customer, 'charge.refunded');
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
    expect((await documentOf())?.version).toBe(2);
  });
});

describe('a customer that was deleted at Stripe', () => {
  it('leaves the learner free, and the next checkout creates another', async () => {
    const { provider, billing, tell, subscribed, told } = make();
    const { customer } = await subscribed();
    provider.removeCustomer(customer);
    await tell(customer, 'customer.deleted');
    await tell(customer, 'customer.subscription.deleted');
    expect(await getSubscriptionStatus(billing, 'u1')).toEqual({
      subscriptionTier: 'free',
      subscriptionStatus: null,
      subscriptionEndDate: null,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      cancelAtPeriodEnd: false,
    });
    expect((await told()).at(-1)).toMatchObject({ tier: 'free', version: 3 });
    await createSubscription(billing, 'u1');
    expect(provider.customers.size).toBe(2);
    expect((await getSubscriptionStatus(billing, 'u1')).stripeCustomerId).toBe(provider.customerOf('u1'));
  });

  it('is noticed by the next checkout and the portal when its event was missed', async () => {
    const { provider, billing, subscribed } = make();
    provider.removeCustomer((await subscribed('u1')).customer);
    await expect(createSubscription(billing, 'u1')).resolves.toMatchObject({ checkoutUrl: expect.any(String) as string });
    provider.removeCustomer((await subscribed('u2')).customer);
    await expect(createPortalSession(billing, 'u2')).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a missed event', () => {
  it('does not lead to a second subscription: the provider is asked before a checkout', async () => {
    const { provider, billing, checkout } = make();
    provider.subscribe(await checkout());
    await expect(createSubscription(billing, 'u1')).rejects.toMatchObject({ code: 'conflict' });
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
    expect(await upgradeSubscription(billing, 'u1')).toEqual({ status: 'active' });
  });

  it('opens no checkout when the provider does not answer', async () => {
    const { provider, billing, checkout } = make();
    provider.subscribe(await checkout());
    provider.control.isDown = true;
    await expect(createSubscription(billing, 'u1')).rejects.toMatchObject({ code: 'bad_gateway' });
  });

  it('refuses a checkout of a premium learner also while the provider does not answer', async () => {
    const { provider, billing, subscribed } = make();
    await subscribed();
    provider.control.isDown = true;
    await expect(createSubscription(billing, 'u1')).rejects.toMatchObject({ code: 'conflict' });
    expect(await upgradeSubscription(billing, 'u1')).toEqual({ status: 'active' });
    await expect(createPortalSession(billing, 'u1')).rejects.toMatchObject({ code: 'bad_gateway' });
  });

  it('is handled when it is repeated: it counts as handled only after its effect is stored', async () => {
    const { provider, billing, tell, checkout, store, documentOf } = make();
    const customer = await checkout();
    provider.subscribe(customer);
    provider.control.isDown = true;
    await expect(tell(customer, 'x', 'e1')).rejects.toMatchObject({ code: 'bad_gateway' });
    expect(await store.collection(stripeEventsCollection).get('e1')).toBeUndefined();
    provider.control.isDown = false;
    await tell(customer, 'x', 'e1');
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
    // After a crash between the effect and storing the event, Stripe delivers the event again.
    await store.collection(stripeEventsCollection).delete('e1');
    await tell(customer, 'x', 'e1');
    expect((await documentOf())?.version).toBe(2);
    expect(await store.collection(stripeEventsCollection).get('e1')).toBeDefined();
  });
});

describe('a learner who paid twice', () => {
  it('keeps the newest subscription; the other one is refunded and ended', async () => {
    const { provider, billing, tell, checkout, logged } = make();
    const customer = await checkout();
    const first = provider.subscribe(customer);
    const second = provider.subscribe(customer);
    await tell(customer);
    expect((await getSubscriptionStatus(billing, 'u1')).stripeSubscriptionId).toBe(second);
    expect(provider.subscriptions.get(first)).toMatchObject({ status: 'canceled', invoice: { status: 'refunded' } });
    expect(provider.subscriptions.get(second)).toMatchObject({ status: 'active', invoice: { status: 'paid' } });
    expect(logged).toContain('stripe.duplicate-subscription');
    await tell(customer);
    expect(provider.calls.filter((name) => name === 'cancelAndRefund')).toHaveLength(1);
  });

  it('is found again when Stripe failed in between', async () => {
    const { provider, tell, checkout } = make();
    const customer = await checkout();
    const first = provider.subscribe(customer);
    provider.subscribe(customer);
    const { cancelAndRefund } = provider.payments;
    provider.payments.cancelAndRefund = () => Promise.reject(new Error('down'));
    await expect(tell(customer, 'x', 'e1')).rejects.toThrow('down');
    provider.payments.cancelAndRefund = cancelAndRefund;
    await tell(customer, 'x', 'e1');
    expect(provider.subscriptions.get(first)?.status).toBe('canceled');
  });

  it('who subscribes again after a failed payment no longer owes the open invoice', async () => {
    const { provider, billing, tell, subscribed } = make();
    const { customer, subscription } = await subscribed();
    provider.change(subscription, { status: 'past_due', invoice: { id: 'in_9', status: 'open' } });
    await tell(customer);
    await createSubscription(billing, 'u1');
    const second = provider.subscribe(customer);
    await tell(customer);
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
    expect((await getSubscriptionStatus(billing, 'u1')).stripeSubscriptionId).toBe(second);
    expect(provider.subscriptions.get(subscription)).toMatchObject({ status: 'canceled', invoice: { status: 'void' } });
  });

  it('is not refunded for a used-up period that Stripe has not ended yet', async () => {
    const { time, provider, billing, tell, subscribed } = make();
    const { customer, subscription } = await subscribed();
    provider.change(subscription, { cancelAtPeriodEnd: true });
    await tell(customer);
    // The period has ended by the clock; at Stripe the subscription is still `active`.
    time.now = new Date(periodEnd);
    await createSubscription(billing, 'u1');
    const second = provider.subscribe(customer, { endDate: '2026-05-05T10:00:00.000Z' });
    await tell(customer);
    expect(await getSubscriptionStatus(billing, 'u1')).toMatchObject({ subscriptionTier: 'premium', stripeSubscriptionId: second });
    expect(provider.subscriptions.get(subscription)).toMatchObject({ status: 'canceled', invoice: { status: 'paid' } });
  });

  it('with a payment in progress in another window has no duplicate', async () => {
    const { provider, tell, subscribed } = make();
    const { customer } = await subscribed();
    const incomplete = provider.subscribe(customer, { status: 'incomplete' });
    await tell(customer);
    expect(provider.subscriptions.get(incomplete)?.status).toBe('incomplete');
  });
});

describe('a payment that failed', () => {
  const failed = { invoiceId: 'in_9', attempt: 1, amount: 999, currency: 'usd' };

  it('is reported to auth once for each attempt, and recovers', async () => {
    const { provider, billing, tell, subscribed, told } = make();
    const { customer, subscription } = await subscribed();
    const tellFailure = (id: string, attempt: number) =>
      receiveStripeEvent(billing, provider.event(id, 'invoice.payment_failed', customer, { ...failed, attempt }), undefined);
    provider.change(subscription, { status: 'past_due', invoice: { id: 'in_9', status: 'open' } });
    await Promise.all([tellFailure('e1', 1), tellFailure('e1', 1), tellFailure('e2', 1)]);
    const mails = async () => (await told()).filter(({ type }) => type === 'payment.failed');
    expect(await mails()).toEqual([
      { type: 'payment.failed', eventId: expect.any(String) as string, userId: 'u1', amount: 999, currency: 'usd' },
    ]);
    expect(await isPremiumLearner(billing, 'u1')).toBe(false);
    await tellFailure('e3', 2);
    expect(await mails()).toHaveLength(2);
    expect(new Set((await mails()).map(({ eventId }) => eventId)).size).toBe(2);

    provider.change(subscription, { status: 'active', invoice: { id: 'in_9', status: 'paid' } });
    await tell(customer, 'invoice.paid');
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
    // A late event of a failed attempt: the invoice has been paid since.
    await tellFailure('e4', 3);
    expect(await mails()).toHaveLength(2);
  });

  it('is not reported for a foreign customer or a deleted account', async () => {
    const { provider, billing, subscribed, store } = make();
    const { customer } = await subscribed();
    await eraseAccount(billing, 'u1');
    for (const each of [customer, 'cus_other'])
      await receiveStripeEvent(billing, provider.event(`e-${each}`, 'invoice.payment_failed', each, failed), undefined);
    expect(await store.collection(subscriptionsCollection).get('u1')).toBeUndefined();
  });
});

describe('a deleted account', () => {
  it('leaves only the id of its subscription, until Stripe has confirmed the end of all of its customer’s subscriptions', async () => {
    const { provider, store, billing, subscribed } = make();
    const { customer, subscription } = await subscribed();
    const second = provider.subscribe(customer);
    await eraseAccount(billing, 'u1');
    await eraseAccount(billing, 'u1');
    expect(await store.collection(subscriptionsCollection).get('u1')).toBeUndefined();
    const kept = await store.collection(cancellationsCollection).get(subscription);
    expect(kept).toMatchObject({ _id: subscription, outboxCount: 1 });
    expect(JSON.stringify(kept)).not.toContain('u1');
    expect(JSON.stringify(kept)).not.toContain(customer);
    await billing.payments.endForGood(subscription);
    expect([subscription, second].map((id) => provider.subscriptions.get(id)?.status)).toEqual(['canceled', 'canceled']);
    expect(provider.customers.get(customer)?.isDeleted).toBe(true);
  });

  it('with an open checkout: a later payment there is ended by its event', async () => {
    const { provider, store, billing, tell, checkout, logged } = make();
    const customer = await checkout();
    provider.control.isDown = true;
    await eraseAccount(billing, 'u1');
    expect(await store.collection(cancellationsCollection).get(customer)).toBeUndefined();
    provider.control.isDown = false;
    const late = provider.subscribe(customer);
    await tell(customer, 'customer.subscription.created');
    expect(provider.subscriptions.get(late)?.status).toBe('canceled');
    expect(provider.customers.get(customer)?.isDeleted).toBe(true);
    expect(logged).toContain('stripe.deleted-account');
    expect(await store.collection(subscriptionsCollection).get('u1')).toBeUndefined();
  });

  it('with an unpaid checkout has no customer at Stripe any more', async () => {
    const { provider, billing, checkout } = make();
    const customer = await checkout();
    await eraseAccount(billing, 'u1');
    expect(provider.customers.get(customer)?.isDeleted).toBe(true);
  });

  it('does not come back by a late answer of Stripe', async () => {
    const { provider, store, billing, tell, checkout } = make();
    const customer = await checkout();
    provider.subscribe(customer);
    let go = (): void => undefined;
    provider.control.beforeAnswer = () => new Promise((resolve) => (go = resolve));
    const late = tell(customer);
    while (!provider.calls.includes('customer')) await new Promise(setImmediate);
    provider.control.beforeAnswer = () => Promise.resolve();
    await eraseAccount(billing, 'u1');
    go();
    await late;
    expect(await store.collection(subscriptionsCollection).get('u1')).toBeUndefined();
  });

  it('does not come back by a checkout in flight', async () => {
    const { provider, store, billing } = make();
    const { createCustomer } = provider.payments;
    provider.payments.createCustomer = async (userId, key) => {
      const id = await createCustomer(userId, key);
      await eraseAccount(billing, userId);
      return id;
    };
    await expect(createSubscription(billing, 'u1')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await store.collection(subscriptionsCollection).get('u1')).toBeUndefined();
    expect([...provider.customers.values()].map(({ isDeleted }) => isDeleted)).toEqual([true]);
    await createDeletedAccounts(store).add('u2');
    await expect(createSubscription(billing, 'u2')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await store.collection(subscriptionsCollection).get('u2')).toBeUndefined();
  });
});
