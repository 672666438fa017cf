import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError, outboxOf, type DeletedAccounts } from '@lectern/service-kit';
import type { SubscriptionDocument, SubscriptionDocuments } from '../store.ts';
import { customerOf, noCustomer } from './customerKey.ts';
import type { Payments } from './Payments.ts';
import { planOf } from './subscriptionPlan.ts';

export interface CustomersDependencies {
  subscriptions: SubscriptionDocuments;
  payments: Payments;
  deletedAccounts: DeletedAccounts;
  clock: () => Date;
}

const accountDeleted = () => new DomainError('unauthenticated', 'This account was deleted.');

/** Customers at the provider: one per learner, created before the first checkout. */
export function createCustomers({ subscriptions, payments, deletedAccounts, clock }: CustomersDependencies) {
  /** The learner's document, created if needed. */
  const documentOf = async (userId: string): Promise<SubscriptionDocument> => {
    const known = await subscriptions.get(userId);
    if (known) return known;
    try {
      const made = await subscriptions.insert({
        _id: userId,
        ...planOf(undefined),
        customerKey: noCustomer(userId),
        version: 1,
        ...outboxOf([], clock()),
      });
      // The account may have been deleted since this request was checked.
      if (!(await deletedAccounts.has(userId))) return made;
      await subscriptions.delete(userId);
      throw accountDeleted();
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      const other = await subscriptions.get(userId);
      if (!other) throw error;
      return other;
    }
  };

  return {
    /** The learner's customer, created if needed. @throws DomainError `unauthenticated` when the account was deleted meanwhile */
    async customerFor(userId: string): Promise<string> {
      const document = await documentOf(userId);
      const known = customerOf(document);
      if (known) return known;
      // A retry after a crash gets the same customer. After a customer was deleted at the provider, the revision and so the key differ.
      const customerId = await payments.createCustomer(userId, `customer-${userId}-${document.revision ?? 0}`);
      await subscriptions.update(userId, { set: { customerKey: customerId } }, { equals: { customerKey: noCustomer(userId) } });
      const now = customerOf(await subscriptions.get(userId));
      if (now) return now;
      await payments.deleteCustomer(customerId);
      throw accountDeleted();
    },
  };
}
export type Customers = ReturnType<typeof createCustomers>;
