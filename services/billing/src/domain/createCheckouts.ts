import { DomainError, type Log } from '@lectern/service-kit';
import type { SubscriptionDocument, SubscriptionDocuments } from '../store.ts';
import type { Customers } from './createCustomers.ts';
import type { SyncPlan } from './createPlanSync.ts';
import { customerOf } from './customerKey.ts';
import type { Payments } from './Payments.ts';
import { isPremiumAt } from './subscriptionPlan.ts';

/** How long a learner waits for the provider's state, in milliseconds. The call's ten seconds leave time to answer from the last known one. */
const syncMs = 9_000;

export interface CheckoutsDependencies {
  subscriptions: SubscriptionDocuments;
  payments: Payments;
  customers: Customers;
  syncPlan: SyncPlan;
  log: Log;
  clock: () => Date;
}

/** Pages of the provider: to subscribe, and to manage the subscription. */
export function createCheckouts({ subscriptions, payments, customers, syncPlan, log, clock }: CheckoutsDependencies) {
  /** The learner's document, synchronised when there is a customer, since an event may have been missed. */
  const upToDate = async (userId: string, { isPayment }: { isPayment: boolean }): Promise<SubscriptionDocument | undefined> => {
    const before = await subscriptions.get(userId);
    const customerId = customerOf(before);
    if (!customerId) return before;
    try {
      await payments.inTime(() => syncPlan(userId, customerId), { mostMs: syncMs, isPayment });
    } catch (error) {
      // A premium learner needs no checkout, so the last known state is enough.
      if (!isPremiumAt(before, clock())) throw error;
      log('warn', 'stripe.not-asked', { error });
    }
    return subscriptions.get(userId);
  };
  const openCheckout = async (userId: string): Promise<string> => payments.createCheckout(await customers.customerFor(userId), userId);

  const createCheckout = async (userId: string): Promise<{ checkoutUrl: string }> => {
    if (isPremiumAt(await upToDate(userId, { isPayment: true }), clock())) throw new DomainError('conflict', 'You already have Premium.');
    return { checkoutUrl: await openCheckout(userId) };
  };
  const createPortal = async (userId: string): Promise<{ url: string }> => {
    const customerId = customerOf(await upToDate(userId, { isPayment: false }));
    if (!customerId) throw new DomainError('conflict', 'There is no subscription to manage yet.');
    return { url: await payments.createPortal(customerId) };
  };
  const upgrade = async (userId: string): Promise<{ status: 'active' | 'requires_payment'; checkoutUrl?: string }> => {
    const document = await upToDate(userId, { isPayment: true });
    const customerId = customerOf(document);
    if (!document || !customerId || !isPremiumAt(document, clock()))
      return { status: 'requires_payment', checkoutUrl: await openCheckout(userId) };
    if (document.cancelAtPeriodEnd && document.subscriptionId) {
      await payments.resume(document.subscriptionId);
      await syncPlan(userId, customerId);
    }
    return { status: 'active' };
  };

  return {
    /** Starts a checkout. @throws DomainError `conflict` when already premium; `timeout` */
    createCheckout: (userId: string) => payments.inTime(() => createCheckout(userId), { isPayment: true }),
    /** @throws DomainError `conflict` without a customer; `timeout` */
    createPortal: (userId: string) => payments.inTime(() => createPortal(userId)),
    /** For the upgrade modal: resumes a running subscription, or starts a checkout. @throws DomainError `timeout` */
    upgrade: (userId: string) => payments.inTime(() => upgrade(userId), { isPayment: true }),
  };
}
