import { newId, type DocumentStore } from '@lectern/document-store';
import { outboxOf, type DeletedAccounts, type Idempotency, type Log } from '@lectern/service-kit';
import { cancellationsCollection, usagesCollection, type SubscriptionDocuments } from '../store.ts';
import { customerOf } from './customerKey.ts';
import type { Payments } from './Payments.ts';

export interface SubscriptionErasureDependencies {
  store: DocumentStore;
  subscriptions: SubscriptionDocuments;
  payments: Payments;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  log: Log;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** Erasure of learners, at the provider too. */
export function createSubscriptionErasure(dependencies: SubscriptionErasureDependencies) {
  const { store, subscriptions, payments, deletedAccounts, idempotency, log, clock, send } = dependencies;
  const cancellations = store.collection(cancellationsCollection);
  const usages = store.collection(usagesCollection);

  return {
    /**
     * Erases a learner. The customer at the provider is deleted, which ends every subscription at once. While the provider does not answer, only
     * the subscription's id is kept: it leads to the customer and all of its subscriptions.
     */
    async eraseAccount(userId: string): Promise<void> {
      // First, so that from now on every code path that meets the customer ends its subscriptions.
      await deletedAccounts.add(userId);
      const document = await subscriptions.get(userId);
      const customerId = customerOf(document);
      if (document?.subscriptionId) {
        const now = clock();
        const entry = { _id: newId(() => now.getTime()), kind: 'cancel', payload: '{}' };
        await cancellations.upsert({ _id: document.subscriptionId, ...outboxOf([entry], now) });
      }
      await subscriptions.delete(userId);
      await usages.delete(userId);
      await idempotency.erase(userId);
      send();
      if (customerId !== undefined && !document?.subscriptionId)
        // Nothing is kept of an unpaid checkout. If it is paid later, its event ends the subscription.
        payments.deleteCustomer(customerId).catch((error: unknown) => log('warn', 'stripe.customer-left', { error }));
    },
    endForGood: (subscriptionId: string): Promise<void> => payments.endForGood(subscriptionId),
    forgetCancellation: async (subscriptionId: string): Promise<void> => {
      await cancellations.delete(subscriptionId);
    },
  };
}
