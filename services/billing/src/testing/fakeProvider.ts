import { DomainError } from '@lectern/service-kit';
import type { FailedPayment, Payments, ProviderSubscription } from '../domain/Payments.ts';

interface FakeCustomer {
  userId: string;
  isDeleted: boolean;
  /** The open checkout. */
  checkout: string | undefined;
}
interface FakeSubscription extends ProviderSubscription {
  customerId: string;
  /** The latest invoice. */
  invoice: { id: string; status: 'open' | 'paid' | 'void' | 'refunded' };
}

export const periodEnd = '2026-04-05T10:00:00.000Z';

/** Creates a payment provider in memory. Changes by a test take effect immediately, and the test creates its events. */
export function fakeProvider() {
  const customers = new Map<string, FakeCustomer>();
  const subscriptions = new Map<string, FakeSubscription>();
  const idempotent = new Map<string, string>();
  const calls: string[] = [];
  const control = {
    isDown: false,
    /** Called before each answer about a customer is returned. A delay makes the answer outdated. */
    beforeAnswer: (_customerId: string): Promise<void> => Promise.resolve(),
  };
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${++made}`;

  const called = (name: string): void => {
    calls.push(name);
    if (control.isDown)
      throw new DomainError('bad_gateway', 'The payment provider is not answering. Please try again.', { retryAfterSeconds: 5 });
  };
  const plain = ({ id, status, cancelAtPeriodEnd, endDate, created }: FakeSubscription): ProviderSubscription => ({
    id,
    status,
    cancelAtPeriodEnd,
    endDate,
    created,
  });
  const known = (id: string): FakeSubscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Error(`No such subscription: ${id}`);
    return subscription;
  };
  const end = (subscription: FakeSubscription): void => {
    if (subscription.status !== 'canceled') Object.assign(subscription, { status: 'canceled', cancelAtPeriodEnd: false });
  };
  const removeCustomer = (customerId: string): void => {
    for (const each of subscriptions.values()) if (each.customerId === customerId) end(each);
    const customer = customers.get(customerId);
    if (customer) customer.isDeleted = true;
  };

  const payments: Payments = {
    inTime: (work) => work(),
    withoutLimit: (work) => work(),
    async createCustomer(userId, idempotencyKey) {
      called('createCustomer');
      const id = idempotent.get(idempotencyKey) ?? newId('cus');
      idempotent.set(idempotencyKey, id);
      if (!customers.has(id)) customers.set(id, { userId, isDeleted: false, checkout: undefined });
      return id;
    },
    async customer(customerId) {
      called('customer');
      const customer = customers.get(customerId);
      const answer =
        customer && !customer.isDeleted
          ? {
              userId: customer.userId,
              subscriptions: [...subscriptions.values()]
                .filter((each) => each.customerId === customerId)
                .map(plain)
                .reverse(),
            }
          : undefined;
      await control.beforeAnswer(customerId);
      return answer;
    },
    async deleteCustomer(customerId) {
      called('deleteCustomer');
      removeCustomer(customerId);
    },
    async createCheckout(customerId) {
      called('createCheckout');
      const customer = customers.get(customerId);
      if (!customer || customer.isDeleted)
        throw new DomainError('bad_gateway', `No such customer: ${customerId}`, { retryAfterSeconds: 5 });
      customer.checkout ??= newId('cs');
      return `https://pay.example/${customer.checkout}`;
    },
    async createPortal(customerId) {
      called('createPortal');
      return `https://portal.example/${customerId}`;
    },
    async resume(subscriptionId) {
      called('resume');
      known(subscriptionId).cancelAtPeriodEnd = false;
    },
    async endForGood(subscriptionId) {
      called('endForGood');
      removeCustomer(known(subscriptionId).customerId);
    },
    async cancelAndRefund(subscriptionId) {
      called('cancelAndRefund');
      const subscription = known(subscriptionId);
      subscription.invoice.status = subscription.invoice.status === 'paid' ? 'refunded' : 'void';
      end(subscription);
    },
    async cancel(subscriptionId) {
      called('cancel');
      const subscription = known(subscriptionId);
      if (subscription.invoice.status === 'open') subscription.invoice.status = 'void';
      end(subscription);
    },
    async isOpen(invoiceId) {
      called('isOpen');
      return [...subscriptions.values()].some(({ invoice }) => invoice.id === invoiceId && invoice.status === 'open');
    },
    async *running() {
      called('running');
      const alive = [...subscriptions.values()].filter(({ status }) => status !== 'canceled');
      for (let from = 0; from < alive.length; from += 2)
        yield alive.slice(from, from + 2).map((each) => ({
          subscription: plain(each),
          customerId: each.customerId,
          userId: customers.get(each.customerId)?.userId,
        }));
    },
    readEvent: async (body) => JSON.parse(body) as never,
  };

  return {
    payments,
    control,
    calls,
    subscriptions,
    customers,
    customerOf: (userId: string): string | undefined =>
      [...customers].find(([, customer]) => customer.userId === userId && !customer.isDeleted)?.[0],
    /** Pays a checkout as the learner. @returns the subscription's id */
    subscribe(customerId: string, change: Partial<FakeSubscription> = {}): string {
      const customer = customers.get(customerId);
      if (customer) customer.checkout = undefined;
      const id = newId('sub');
      subscriptions.set(id, {
        id,
        customerId,
        status: 'active',
        cancelAtPeriodEnd: false,
        endDate: periodEnd,
        created: made,
        invoice: { id: newId('in'), status: 'paid' },
        ...change,
      });
      return id;
    },
    change(id: string, change: Partial<FakeSubscription>): void {
      Object.assign(known(id), change);
    },
    removeCustomer,
    /** Returns the body of an event, as the port reads it. */
    event: (id: string, type: string, customerId: string, failedPayment?: FailedPayment): string =>
      JSON.stringify({ id, type, customerId, ...(failedPayment && { failedPayment }) }),
  };
}
export type FakeProvider = ReturnType<typeof fakeProvider>;
