import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { openEmbeddedStore, type DocumentStore } from '@lectern/document-store';
import { allCollections, subscriptionsCollection } from '../store.ts';
import { fakeProvider } from '../testing/fakeProvider.ts';
import { billingOn } from '../testing/billingOn.ts';
import { createSubscription } from './checkouts.ts';
import { receiveStripeEvent } from './receiveStripeEvent.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');

let folder: string;
let stores: DocumentStore[];
beforeEach(() => {
  folder = temporaryFolder('billing');
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Two instances of the service on one database, as in a rolling restart. */
const twoInstances = async () => {
  const provider = fakeProvider();
  stores = [1, 2].map(() => openEmbeddedStore({ file: join(folder, 'billing.sqlite'), collections: allCollections }));
  const [one, two] = stores.map((store) => billingOn(store, provider.payments, clock));
  if (!one || !two) throw new Error('Two were opened.');
  await createSubscription(one, 'u1');
  const customer = provider.customerOf('u1') ?? '';
  const documentOf = () => stores[0]?.collection(subscriptionsCollection).get('u1');
  return { provider, one, two, customer, documentOf };
};

it('one event delivered 50 times at once to two instances has one effect', async () => {
  const { provider, one, two, customer, documentOf } = await twoInstances();
  provider.subscribe(customer);
  const body = provider.event('evt_1', 'customer.subscription.created', customer);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => receiveStripeEvent(number % 2 ? one : two, body, undefined)));
  expect(answers).toEqual(Array.from({ length: 50 }, () => ({ received: true })));
  const document = await documentOf();
  expect(document).toMatchObject({ tier: 'premium', status: 'active', version: 2 });
  expect(document?.outbox.map(({ to }) => to).sort()).toEqual(['library', 'study']);
});

it('one failed payment in 50 concurrent events at two instances is one mail', async () => {
  const { provider, one, two, customer, documentOf } = await twoInstances();
  provider.subscribe(customer, { status: 'past_due', invoice: { id: 'in_9', status: 'open' } });
  const failed = { invoiceId: 'in_9', attempt: 1, amount: 999, currency: 'usd' };
  await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      receiveStripeEvent(
        number % 2 ? one : two,
        provider.event(`evt_${number % 3}`, 'invoice.payment_failed', customer, failed),
        undefined,
      ),
    ),
  );
  expect((await documentOf())?.outbox.map(({ to }) => to).sort()).toEqual(['auth', 'library', 'study']);
  expect((await documentOf())?.outboxCount).toBe(3);
});

it('one failed payment that two instances handle at once is one mail', async () => {
  const { provider, one, two, customer, documentOf } = await twoInstances();
  provider.subscribe(customer, { status: 'past_due', invoice: { id: 'in_9', status: 'open' } });
  const failed = { invoiceId: 'in_9', attempt: 1, amount: 999, currency: 'usd' };
  let looking = 0;
  let bothLook = (): void => undefined;
  const both = new Promise<void>((resolve) => (bothLook = resolve));
  provider.payments.isOpen = async () => {
    if (++looking === 2) bothLook();
    await both;
    return true;
  };
  await Promise.all(
    [one, two].map((each, number) =>
      receiveStripeEvent(each, provider.event(`evt_${number}`, 'invoice.payment_failed', customer, failed), undefined),
    ),
  );
  expect((await documentOf())?.outbox.filter(({ to }) => to === 'auth')).toHaveLength(1);
});

it('two payments at two instances at once leave the newest running, and refund the other once', async () => {
  const { provider, one, two, customer, documentOf } = await twoInstances();
  const first = provider.subscribe(customer);
  const second = provider.subscribe(customer);
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      receiveStripeEvent(number % 2 ? one : two, provider.event(`evt_${number % 4}`, 'customer.subscription.created', customer), undefined),
    ),
  );
  expect(provider.subscriptions.get(first)).toMatchObject({ status: 'canceled' });
  expect(provider.subscriptions.get(second)).toMatchObject({ status: 'active', invoice: { status: 'paid' } });
  expect((await documentOf())?.subscriptionId).toBe(second);
});

it('two instances create one customer', async () => {
  const { provider, one, two } = await twoInstances();
  await Promise.all([one, two, one, two].map((each) => createSubscription(each, 'u2')));
  expect([...provider.customers.values()].filter(({ userId }) => userId === 'u2')).toHaveLength(1);
});

describe('an old answer of Stripe', () => {
  /** Delays the next answer, which then has Stripe's state of this moment. */
  const holdNext = (provider: ReturnType<typeof fakeProvider>) => {
    let go = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      provider.control.beforeAnswer = () => {
        provider.control.beforeAnswer = () => Promise.resolve();
        resolve();
        return new Promise((answered) => (go = answered));
      };
    });
    return { asked, release: () => go() };
  };

  it.each([
    ['that differs from what is stored', { status: 'canceled' }, { tier: 'free', status: 'canceled' }],
    // Between the two answers the state changed and changed back (ABA), so the newer answer changes nothing.
    ['where a newer one found nothing to change', { status: 'active' }, { tier: 'premium', status: 'active' }],
  ])('never replaces a newer one, %s', async (_what, newest, expected) => {
    const { provider, one, two, customer, documentOf } = await twoInstances();
    const subscription = provider.subscribe(customer);
    await receiveStripeEvent(one, provider.event('evt_1', 'x', customer), undefined);
    provider.change(subscription, { status: 'past_due' });
    const { asked, release } = holdNext(provider);
    const slow = receiveStripeEvent(one, provider.event('evt_2', 'x', customer), undefined);
    await asked;
    provider.change(subscription, newest);
    await receiveStripeEvent(two, provider.event('evt_3', 'x', customer), undefined);
    release();
    await slow;
    expect(await documentOf()).toMatchObject(expected);
  });

  it('about a deleted customer does not undo the subscription of its successor', async () => {
    const { provider, one, two, customer, documentOf } = await twoInstances();
    provider.subscribe(customer);
    const { asked, release } = holdNext(provider);
    const slow = receiveStripeEvent(one, provider.event('evt_1', 'x', customer), undefined);
    await asked;
    provider.removeCustomer(customer);
    await receiveStripeEvent(two, provider.event('evt_2', 'customer.deleted', customer), undefined);
    await createSubscription(two, 'u1');
    const another = provider.customerOf('u1') ?? '';
    provider.subscribe(another);
    await receiveStripeEvent(two, provider.event('evt_3', 'x', another), undefined);
    release();
    await slow;
    expect(await documentOf()).toMatchObject({ customerKey: another, tier: 'premium' });
  });

  it('is awaited within one instance, and callers in between share one new request', async () => {
    const { provider, one, customer, documentOf } = await twoInstances();
    const subscription = provider.subscribe(customer, { status: 'past_due' });
    const { asked, release } = holdNext(provider);
    const slow = receiveStripeEvent(one, provider.event('evt_1', 'x', customer), undefined);
    await asked;
    provider.change(subscription, { status: 'active' });
    const before = provider.calls.length;
    const others = Array.from({ length: 10 }, (_, number) =>
      receiveStripeEvent(one, provider.event(`evt_1${number}`, 'x', customer), undefined),
    );
    // All of them wait for the held answer by then.
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    release();
    await Promise.all([slow, ...others]);
    expect(await documentOf()).toMatchObject({ status: 'active' });
    expect(provider.calls.length - before).toBeLessThan(10);
  });
});
