import { memoryStore } from '@lectern/document-store/testing';
import type { Log } from '@lectern/service-kit';
import { allCollections, subscriptionsCollection } from '../store.ts';
import { fakeProvider, periodEnd } from '../testing/fakeProvider.ts';
import { billingOn } from '../testing/billingOn.ts';
import { createSubscription } from './checkouts.ts';
import { eraseAccount } from './eraseAccount.ts';
import { getSubscriptionStatus, isPremiumLearner } from './getSubscriptionStatus.ts';
import { receiveStripeEvent } from './receiveStripeEvent.ts';
import { reconcileSubscriptions } from './reconcileSubscriptions.ts';

const make = () => {
  const provider = fakeProvider();
  const logged: { level: string; message: string; fields: object }[] = [];
  const log: Log = (level, message, fields = {}) => logged.push({ level, message, fields });
  const store = memoryStore(allCollections);
  const billing = billingOn(store, provider.payments, () => new Date('2026-03-05T10:00:00Z'), log);
  let pauses = 0;
  const run = () =>
    reconcileSubscriptions(billing, {
      pause: async () => {
        pauses++;
      },
      signal: new AbortController().signal,
    });
  const checkout = async (userId: string): Promise<string> => {
    await createSubscription(billing, userId);
    return provider.customerOf(userId) ?? '';
  };
  const subscribed = async (userId: string) => {
    const customer = await checkout(userId);
    const subscription = provider.subscribe(customer);
    await receiveStripeEvent(billing, provider.event(`evt-${userId}`, 'x', customer), undefined);
    return { customer, subscription };
  };
  return { provider, store, billing, run, checkout, subscribed, logged, pauses: () => pauses };
};

describe('reconciliation', () => {
  it('repairs missed changes, asks about no other learners, and returns its counts', async () => {
    const { provider, billing, run, checkout, subscribed, logged, pauses } = make();
    for (const userId of ['same1', 'same2', 'same3', 'same4']) await subscribed(userId);
    const paid = await checkout('paid');
    provider.subscribe(paid);
    const cancelled = await subscribed('cancelled');
    provider.change(cancelled.subscription, { cancelAtPeriodEnd: true });
    const ended = await subscribed('ended');
    provider.change(ended.subscription, { status: 'canceled' });
    const failed = await subscribed('failed');
    provider.change(failed.subscription, { status: 'past_due' });
    const deleted = await subscribed('deleted');
    provider.removeCustomer(deleted.customer);
    const twice = await subscribed('twice');
    const second = provider.subscribe(twice.customer);

    const before = provider.calls.length;
    expect(await run()).toMatchObject({ running: 9, premium: 10, repaired: 6, failed: 0 });
    expect(provider.calls.slice(before).filter((name) => name === 'customer')).toHaveLength(6);
    expect(pauses()).toBeGreaterThanOrEqual(6);

    const states = await Promise.all(
      ['paid', 'cancelled', 'ended', 'failed', 'deleted', 'twice'].map((userId) => getSubscriptionStatus(billing, userId)),
    );
    expect(states).toMatchObject([
      { subscriptionTier: 'premium', subscriptionStatus: 'active' },
      { subscriptionTier: 'premium', cancelAtPeriodEnd: true, subscriptionEndDate: periodEnd },
      { subscriptionTier: 'free', subscriptionStatus: 'canceled' },
      { subscriptionStatus: 'past_due' },
      { subscriptionTier: 'free', subscriptionStatus: null, stripeCustomerId: null },
      { subscriptionTier: 'premium', stripeSubscriptionId: second },
    ]);
    expect(provider.subscriptions.get(twice.subscription)?.status).toBe('canceled');
    expect(logged.filter(({ message }) => message === 'reconciliation')).toMatchObject([{ level: 'info', fields: { repaired: 6 } }]);

    expect(await run()).toMatchObject({ repaired: 0, failed: 0 });
  });

  it('ends subscriptions of deleted accounts, and adopts a customer that a crash left unstored', async () => {
    const { provider, billing, store, run, checkout } = make();
    const deleted = await checkout('deleted');
    provider.control.isDown = true;
    await eraseAccount(billing, 'deleted');
    provider.control.isDown = false;
    const late = provider.subscribe(deleted);
    const unnoted = await checkout('unnoted');
    await store.collection(subscriptionsCollection).update('unnoted', { set: { customerKey: 'none:unnoted' } });
    provider.subscribe(unnoted);
    const foreign = provider.subscribe(await provider.payments.createCustomer('of another site', 'k'));
    expect(await run()).toMatchObject({ running: 3, repaired: 2 });
    expect(provider.subscriptions.get(late)?.status).toBe('canceled');
    expect(await isPremiumLearner(billing, 'unnoted')).toBe(true);
    expect(provider.subscriptions.get(foreign)?.status).toBe('active');
  });

  it('pages through all learners', async () => {
    const { provider, store, billing, run, subscribed } = make();
    const { customer } = await subscribed('last');
    const documents = store.collection(subscriptionsCollection);
    const template = await documents.get('last');
    if (!template) throw new Error('There is one.');
    for (let number = 0; number < 450; number++)
      await documents.insert({ ...template, _id: `a${String(number).padStart(4, '0')}`, customerKey: `cus_other${number}` });
    provider.removeCustomer(customer);
    expect(await run()).toMatchObject({ premium: 451, repaired: 451 });
    expect(await isPremiumLearner(billing, 'last')).toBe(false);
  });

  it('survives a provider that is down, and continues with the next run', async () => {
    const { provider, billing, run, checkout, logged } = make();
    const customer = await checkout('u1');
    provider.subscribe(customer);
    provider.control.isDown = true;
    expect(await run()).toBeUndefined();
    expect(logged.at(-1)).toMatchObject({ level: 'warn', message: 'reconciliation.interrupted' });
    provider.control.isDown = false;
    expect(await run()).toMatchObject({ repaired: 1 });
    expect(await isPremiumLearner(billing, 'u1')).toBe(true);
  });

  it('one failing learner does not delay others; three failures in a row end the run', async () => {
    const { provider, billing, run, checkout } = make();
    const customers = [];
    for (const userId of ['u1', 'u2', 'u3', 'u4', 'u5']) customers.push(await checkout(userId));
    for (const customer of customers) provider.subscribe(customer);
    const { customer: ask } = provider.payments;
    let broken = new Set(customers.slice(0, 2));
    let asked = 0;
    provider.payments.customer = (id) => {
      asked++;
      return broken.has(id) ? Promise.reject(new Error('broken')) : ask(id);
    };
    expect(await run()).toMatchObject({ repaired: 3, failed: 2 });
    expect(await isPremiumLearner(billing, 'u5')).toBe(true);
    broken = new Set(customers);
    for (const each of provider.subscriptions.values()) each.cancelAtPeriodEnd = true;
    asked = 0;
    expect(await run()).toBeUndefined();
    expect(asked).toBe(3);
  });
});
