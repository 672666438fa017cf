import { DomainError } from '@lectern/service-kit';
import type { BillingContext } from '../BillingContext.ts';
import type { SubscriptionDocument } from '../store.ts';
import { customerFor } from './customerFor.ts';
import { customerOf, isPremiumAt } from './subscriptionPlan.ts';
import { syncPlan } from './syncPlan.ts';

/** How long a learner waits for the provider's state, in milliseconds. It leaves the call time to answer from the last known state. */
const syncMs = 9_000;

/** Returns the learner's document, synchronised first if there is a customer, because an event may have been missed. */
async function upToDate(billing: BillingContext, userId: string, isPayment: boolean): Promise<SubscriptionDocument | undefined> {
  const { store, payments, log, clock } = billing;
  const before = await store.subscriptions.get(userId);
  const customerId = customerOf(before);
  if (!customerId) return before;
  try {
    await payments.inTime(() => syncPlan(billing, userId, customerId), { mostMs: syncMs, isPayment });
  } catch (error) {
    // A premium learner needs no checkout, so the last known state is enough.
    if (!isPremiumAt(before, clock())) throw error;
    log('warn', 'stripe.sync.failed', { error });
  }
  return store.subscriptions.get(userId);
}

const openCheckout = async (billing: BillingContext, userId: string): Promise<string> =>
  billing.payments.createCheckout(await customerFor(billing, userId), userId);

/** Starts a checkout. @throws DomainError `conflict` if already premium; `timeout` */
export const createSubscription = (billing: BillingContext, userId: string): Promise<{ checkoutUrl: string }> =>
  billing.payments.inTime(
    async () => {
      if (isPremiumAt(await upToDate(billing, userId, true), billing.clock()))
        throw new DomainError('conflict', 'You already have Premium.');
      return { checkoutUrl: await openCheckout(billing, userId) };
    },
    { isPayment: true },
  );

/** Opens the provider's page to manage the subscription. @throws DomainError `conflict` without a customer; `timeout` */
export const createPortalSession = (billing: BillingContext, userId: string): Promise<{ url: string }> =>
  billing.payments.inTime(async () => {
    const customerId = customerOf(await upToDate(billing, userId, false));
    if (!customerId) throw new DomainError('conflict', 'There is no subscription to manage yet.');
    return { url: await billing.payments.createPortal(customerId) };
  });

/** Resumes a running subscription, or starts a checkout, for the upgrade dialog. @throws DomainError `timeout` */
export const upgradeSubscription = (
  billing: BillingContext,
  userId: string,
): Promise<{ status: 'active' | 'requires_payment'; checkoutUrl?: string }> =>
  billing.payments.inTime(
    async () => {
      const document = await upToDate(billing, userId, true);
      const customerId = customerOf(document);
      if (!document || !customerId || !isPremiumAt(document, billing.clock()))
        return { status: 'requires_payment', checkoutUrl: await openCheckout(billing, userId) };
      if (document.cancelAtPeriodEnd && document.subscriptionId) {
        await billing.payments.resume(document.subscriptionId);
        await syncPlan(billing, userId, customerId);
      }
      return { status: 'active' };
    },
    { isPayment: true },
  );
