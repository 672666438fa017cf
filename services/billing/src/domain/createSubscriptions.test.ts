import { memoryStore } from '@lectern/document-store/testing';
import { createErased, createIdempotency, erasedCollection, idempotencyCollection, silentLog } from '@lectern/service-kit';
import { cancellationsCollection, stripeEventsCollection, subscriptionsCollection, usagesCollection } from '../store.ts';
import { createSubscriptions } from './createSubscriptions.ts';
import type { Payments, ProviderSubscription } from './Payments.ts';

const end = '2026-04-05T10:00:00.000Z';

/** A provider whose state the test sets; events say only that something may have changed. */
const make = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const provider: { subscription: ProviderSubscription | undefined; customers: number } = { subscription: undefined, customers: 0 };
  const payments: Payments = {
    createCustomer: async () => `cus_${++provider.customers}`,
    createCheckout: async (customerId) => `https://pay.example/${customerId}`,
    createPortal: async (customerId) => `https://portal.example/${customerId}`,
    subscriptionOf: async () => provider.subscription,
    resume: async () => {
      if (provider.subscription) provider.subscription = { ...provider.subscription, cancelAtPeriodEnd: false };
    },
    cancelNow: async () => undefined,
    readEvent: async (body) => JSON.parse(body) as never,
  };
  const store = memoryStore([
    subscriptionsCollection,
    stripeEventsCollection,
    usagesCollection,
    cancellationsCollection,
    erasedCollection,
    idempotencyCollection,
  ]);
  const clock = () => time.now;
  const subscriptions = createSubscriptions({
    store,
    payments,
    erased: createErased(store),
    idempotency: createIdempotency(store, clock),
    log: silentLog,
    clock,
    send: () => undefined,
  });
  const event = (id: string) =>
    subscriptions.receiveEvent(JSON.stringify({ id, type: 'customer.subscription.updated', customerId: 'cus_1' }), undefined);
  const running = (change: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
    id: 'sub_1',
    customerId: 'cus_1',
    status: 'active',
    cancelAtPeriodEnd: false,
    endDate: end,
    created: 1,
    ...change,
  });
  return { time, provider, store, subscriptions, event, running };
};

describe('subscriptions', () => {
  it('become premium by a signed event only, and tell the other services once', async () => {
    const { provider, subscriptions, store, event, running } = make();
    expect(await subscriptions.createCheckout('u1')).toEqual({ checkoutUrl: 'https://pay.example/cus_1' });
    provider.subscription = running();
    expect((await subscriptions.status('u1')).subscriptionTier).toBe('free');
    await Promise.all([event('e1'), event('e1'), event('e2')]);
    expect(await subscriptions.status('u1')).toMatchObject({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      subscriptionEndDate: end,
    });
    const document = await store.collection(subscriptionsCollection).get('u1');
    expect(document?.outbox.map(({ to }) => to)).toEqual(['library', 'study']);
    expect(document?.version).toBe(2);
    await expect(subscriptions.createCheckout('u1')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('makes one customer for a learner, however many checkouts are opened', async () => {
    const { provider, subscriptions } = make();
    await subscriptions.createCheckout('u1');
    await subscriptions.createCheckout('u1');
    expect(provider.customers).toBe(1);
  });

  it('a cancelled one goes on until its end, and is over at that moment by the clock', async () => {
    const { time, provider, subscriptions, event, running } = make();
    await subscriptions.createCheckout('u1');
    provider.subscription = running({ cancelAtPeriodEnd: true });
    await event('e1');
    expect(await subscriptions.status('u1')).toMatchObject({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      cancelAtPeriodEnd: true,
      subscriptionEndDate: end,
    });
    expect(await subscriptions.plan('u1')).toMatchObject({ premiumUntil: end });
    time.now = new Date(Date.parse(end) - 1);
    expect(await subscriptions.isPremium('u1')).toBe(true);
    time.now = new Date(end);
    expect(await subscriptions.isPremium('u1')).toBe(false);
    expect(await subscriptions.status('u1')).toMatchObject({
      subscriptionTier: 'free',
      subscriptionStatus: 'canceled',
      cancelAtPeriodEnd: false,
    });
  });

  it('§7 Subscription: the modal-driven upgrade returns a status: active when a running subscription was resumed', async () => {
    const { provider, subscriptions, event, running } = make();
    expect(await subscriptions.upgrade('u1')).toEqual({ status: 'requires_payment', checkoutUrl: 'https://pay.example/cus_1' });
    provider.subscription = running({ cancelAtPeriodEnd: true });
    await event('e1');
    expect(await subscriptions.upgrade('u1')).toEqual({ status: 'active' });
    expect((await subscriptions.status('u1')).cancelAtPeriodEnd).toBe(false);
  });

  it.each([
    ['past_due', 'premium', 'past_due'],
    ['unpaid', 'premium', 'unpaid'],
    ['canceled', 'free', 'canceled'],
    ['incomplete', 'free', 'incomplete'],
  ])('§4 Premium: means tier premium and status active; %s is not premium', async (word, tier, status) => {
    const { provider, subscriptions, event, running } = make();
    await subscriptions.createCheckout('u1');
    provider.subscription = running({ status: word });
    await event('e1');
    expect(await subscriptions.isPremium('u1')).toBe(false);
    expect(await subscriptions.status('u1')).toMatchObject({ subscriptionTier: tier, subscriptionStatus: status });
  });

  it('a deleted account leaves the id of a running subscription alone, to be cancelled', async () => {
    const { provider, store, subscriptions, event, running } = make();
    await subscriptions.createCheckout('u1');
    provider.subscription = running();
    await event('e1');
    await subscriptions.eraseAccount('u1');
    await subscriptions.eraseAccount('u1');
    expect(await store.collection(subscriptionsCollection).get('u1')).toBeUndefined();
    expect(await store.collection(cancellationsCollection).get('sub_1')).toMatchObject({ _id: 'sub_1', outboxCount: 1 });
    expect(JSON.stringify(await store.collection(cancellationsCollection).get('sub_1'))).not.toContain('u1');
  });

  it('has no portal without a customer', async () => {
    await expect(make().subscriptions.createPortal('u1')).rejects.toMatchObject({ code: 'conflict' });
  });
});
