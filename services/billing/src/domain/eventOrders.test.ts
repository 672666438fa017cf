import { memoryStore } from '@lectern/document-store/testing';
import { casesOfThisRun } from '@lectern/test-servers';
import type { FailedPayment } from './Payments.ts';
import { allCollections, subscriptionsCollection } from '../store.ts';
import { fakeProvider, type FakeProvider } from '../testing/fakeProvider.ts';
import { billingOn } from '../testing/billingOn.ts';
import { createSubscription } from './checkouts.ts';
import { receiveStripeEvent } from './receiveStripeEvent.ts';

/** A change at Stripe, and the event that reports it. */
interface Step {
  type: string;
  happens: (provider: FakeProvider, customer: string, subscription: () => string) => void;
  failedPayment?: FailedPayment;
}

const nextEnd = '2026-05-05T10:00:00.000Z';
const failedPayment: FailedPayment = { invoiceId: 'in_failed', attempt: 1, amount: 999, currency: 'usd' };

const lives: Record<string, { steps: Step[]; end: object }> = {
  'paid, failed, recovered, renewed, cancelled at the end of its period': {
    steps: [
      { type: 'customer.subscription.created', happens: () => undefined },
      { type: 'checkout.session.completed', happens: () => undefined },
      {
        type: 'invoice.payment_failed',
        failedPayment,
        happens: (provider, _customer, subscription) =>
          provider.change(subscription(), { status: 'past_due', invoice: { id: 'in_failed', status: 'open' } }),
      },
      {
        type: 'invoice.paid',
        happens: (provider, _customer, subscription) =>
          provider.change(subscription(), { status: 'active', invoice: { id: 'in_failed', status: 'paid' } }),
      },
      {
        type: 'customer.subscription.updated',
        happens: (provider, _customer, subscription) => provider.change(subscription(), { endDate: nextEnd }),
      },
      {
        type: 'customer.subscription.updated',
        happens: (provider, _customer, subscription) => provider.change(subscription(), { cancelAtPeriodEnd: true }),
      },
    ],
    end: { tier: 'premium', status: 'active', endDate: nextEnd, cancelAtPeriodEnd: true },
  },
  'paid twice, refunded, ended, the customer deleted': {
    steps: [
      { type: 'customer.subscription.created', happens: () => undefined },
      { type: 'customer.subscription.created', happens: (provider, customer) => void provider.subscribe(customer) },
      { type: 'charge.refunded', happens: () => undefined },
      {
        type: 'customer.subscription.updated',
        happens: (provider, _customer, subscription) => provider.change(subscription(), { cancelAtPeriodEnd: true }),
      },
      {
        type: 'customer.subscription.deleted',
        happens: (provider, _customer, subscription) =>
          provider.change(subscription(), { status: 'canceled', cancelAtPeriodEnd: false, endDate: nextEnd }),
      },
      { type: 'customer.deleted', happens: (provider, customer) => provider.removeCustomer(customer) },
    ],
    end: { tier: 'free', status: null, endDate: null, cancelAtPeriodEnd: false, subscriptionId: null },
  },
};

const ordersOf = (count: number): number[][] =>
  count === 0
    ? [[]]
    : ordersOf(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, place) => [...order.slice(0, place), count - 1, ...order.slice(place)]),
      );
const orders = ordersOf(6);
/** Runs share them. Where Stripe's state does not change any more, each run tries some that are enough. */
const ordersOfThisRun = casesOfThisRun(orders, 4);
/** Every seventh order: each event is at each position, and directly after each other event. */
const someOrders = orders.filter((_, index) => index % 7 === 0);

jest.setTimeout(60_000);

it('there are 720 orders of six events', () => {
  expect(new Set(orders.map(String)).size).toBe(720);
});
it('some of them have each event at each place, and each directly after each other', () => {
  expect(new Set(someOrders.flatMap((order) => order.map((event, place) => `${event} at ${place}`))).size).toBe(6 * 6);
  expect(new Set(someOrders.flatMap((order) => order.slice(1).map((event, place) => `${event} after ${order[place]}`))).size).toBe(6 * 5);
});

describe.each(Object.entries(lives))('%s', (_life, { steps, end }) => {
  it.each([
    ['each event at its moment, or late', ordersOfThisRun, (arrived: readonly number[]) => Math.max(...arrived)],
    // Nothing changes any more between two events.
    ['all after the last thing happened', someOrders, () => steps.length - 1],
  ])('all orders of arrival give the same end state, over all runs: %s', async (_when, tried, happenedBy) => {
    const provider = fakeProvider();
    const store = memoryStore(allCollections);
    const now = new Date('2026-03-05T10:00:00Z');
    const billing = billingOn(store, provider.payments, () => now);
    const documents = store.collection(subscriptionsCollection);
    const different = new Set<string>();
    const extra: string[] = [];
    for (const order of tried) {
      const userId = `u-${order.join('')}`;
      await createSubscription(billing, userId);
      const customer = provider.customerOf(userId) ?? '';
      provider.subscribe(customer);
      /** The customer's newest subscription, which decides the plan. */
      const subscription = () => [...provider.subscriptions.values()].filter((each) => each.customerId === customer).at(-1)?.id ?? '';
      let happened = -1;
      for (const [place, number] of order.entries()) {
        // Stripe's state is at least as new as the events that have arrived.
        for (const latest = happenedBy(order.slice(0, place + 1)); happened < latest;)
          steps[++happened]?.happens(provider, customer, subscription);
        const step = steps[number];
        const body = provider.event(`${userId}-${number}`, step?.type ?? '', customer, step?.failedPayment);
        await receiveStripeEvent(billing, body, undefined);
        await receiveStripeEvent(billing, body, undefined);
      }
      const document = await documents.get(userId);
      const { tier, status, endDate, cancelAtPeriodEnd, subscriptionId } = document ?? {};
      different.add(JSON.stringify({ tier, status, endDate, cancelAtPeriodEnd, subscriptionId: subscriptionId && 'sub' }));
      const sent = (document?.outbox ?? []).map(({ payload }) => JSON.parse(payload) as { type: string; version?: number });
      // Each change sends one event to each of the two listeners. At most one mail, and at most one running subscription.
      const changes = sent.filter(({ type }) => type === 'plan.changed').length;
      const mails = sent.filter(({ type }) => type === 'payment.failed').length;
      const running = [...provider.subscriptions.values()].filter(
        (each) => each.customerId === customer && each.status === 'active',
      ).length;
      if (changes !== 2 * ((document?.version ?? 0) - 1) || mails > 1 || running > 1) extra.push(order.join(''));
    }
    expect([...different].map((text) => JSON.parse(text) as object)).toEqual([{ subscriptionId: 'sub', ...end }]);
    expect(extra).toEqual([]);
    await store.close();
  });

  it('all orders of Stripe’s answers give the same end state over all runs, with an instance for each event', async () => {
    const provider = fakeProvider();
    const store = memoryStore(allCollections);
    const now = new Date('2026-03-05T10:00:00Z');
    const instances = steps.map(() => billingOn(store, provider.payments, () => now));
    const different = new Set<string>();
    for (const order of ordersOfThisRun) {
      const userId = `u-${order.join('')}`;
      if (instances[0]) await createSubscription(instances[0], userId);
      const customer = provider.customerOf(userId) ?? '';
      provider.subscribe(customer);
      const subscription = () => [...provider.subscriptions.values()].filter((each) => each.customerId === customer).at(-1)?.id ?? '';
      const held: (() => void)[] = [];
      const done: Promise<unknown>[] = [];
      for (const [number, step] of steps.entries()) {
        step.happens(provider, customer, subscription);
        const asked = new Promise<void>((resolve) => {
          provider.control.beforeAnswer = () => {
            provider.control.beforeAnswer = () => Promise.resolve();
            resolve();
            return new Promise((answered) => held.push(answered));
          };
        });
        const body = provider.event(`${userId}-${number}`, step.type, customer, step.failedPayment);
        const instance = instances[number];
        if (instance) done.push(receiveStripeEvent(instance, body, undefined));
        await asked;
      }
      for (const number of order) {
        held[number]?.();
        await done[number];
      }
      const { tier, status, endDate, cancelAtPeriodEnd, subscriptionId } =
        (await store.collection(subscriptionsCollection).get(userId)) ?? {};
      different.add(JSON.stringify({ tier, status, endDate, cancelAtPeriodEnd, subscriptionId: subscriptionId && 'sub' }));
    }
    expect([...different].map((text) => JSON.parse(text) as object)).toEqual([{ subscriptionId: 'sub', ...end }]);
    await store.close();
  });
});
