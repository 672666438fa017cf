import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError, outboxOf } from '@lectern/service-kit';
import type { BillingContext } from '../BillingContext.ts';
import type { SubscriptionDocument } from '../store.ts';
import { customerOf, noCustomer, planOf } from './subscriptionPlan.ts';

const accountDeleted = () => new DomainError('unauthenticated', 'This account was deleted.');

/** Returns the learner's document, and creates it if needed. */
async function documentOf({ store, deletedAccounts, clock }: BillingContext, userId: string): Promise<SubscriptionDocument> {
  const existing = await store.subscriptions.get(userId);
  if (existing) return existing;
  try {
    const created = await store.subscriptions.insert({
      _id: userId,
      ...planOf(undefined),
      customerKey: noCustomer(userId),
      version: 1,
      ...outboxOf([], clock()),
    });
    // The account may have been deleted since this request was checked.
    if (!(await deletedAccounts.has(userId))) return created;
    await store.subscriptions.delete(userId);
    throw accountDeleted();
  } catch (error) {
    if (!(error instanceof DuplicateKeyError)) throw error;
    const other = await store.subscriptions.get(userId);
    if (!other) throw error;
    return other;
  }
}

/**
 * Returns the learner's customer at the provider, created before the first checkout.
 *
 * @throws DomainError `unauthenticated` if the account was deleted since
 */
export async function customerFor(billing: BillingContext, userId: string): Promise<string> {
  const { store, payments } = billing;
  const document = await documentOf(billing, userId);
  const existing = customerOf(document);
  if (existing) return existing;
  // A retry after a crash gets the same customer. After a customer was deleted at the provider, the revision and therefore the key differ.
  const customerId = await payments.createCustomer(userId, `customer-${userId}-${document.revision ?? 0}`);
  await store.subscriptions.update(userId, { set: { customerKey: customerId } }, { equals: { customerKey: noCustomer(userId) } });
  const stored = customerOf(await store.subscriptions.get(userId));
  if (stored) return stored;
  await payments.deleteCustomer(customerId);
  throw accountDeleted();
}
