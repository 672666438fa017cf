import { newId } from '@lectern/document-store';
import { outboxOf } from '@lectern/service-kit';
import type { BillingContext } from '../BillingContext.ts';
import { eraseModelTokens } from './modelTokens.ts';
import { customerOf } from './subscriptionPlan.ts';

/**
 * Erases a learner, also at the provider. Deleting the customer there ends every subscription immediately. Until the provider answers, only the
 * subscription's id is stored: it leads to the customer and all of its subscriptions.
 */
export async function eraseAccount(billing: BillingContext, userId: string): Promise<void> {
  const { store, payments, deletedAccounts, idempotency, log, clock } = billing;
  // First: from now on every code path that finds the customer ends its subscriptions.
  await deletedAccounts.add(userId);
  await eraseModelTokens(billing, userId);
  const document = await store.subscriptions.get(userId);
  const customerId = customerOf(document);
  if (document?.subscriptionId) {
    const now = clock();
    const entry = { _id: newId(() => now.getTime()), kind: 'cancel', payload: '{}' };
    await store.cancellations.upsert({ _id: document.subscriptionId, ...outboxOf([entry], now) });
  }
  await store.subscriptions.delete(userId);
  await store.usages.delete(userId);
  await idempotency.erase(userId);
  billing.flushOutboxes();
  if (customerId !== undefined && !document?.subscriptionId)
    // Nothing about an unpaid checkout is stored. If it is paid later, its event ends the subscription.
    payments.deleteCustomer(customerId).catch((error: unknown) => log('warn', 'stripe.customer-left', { error }));
}
