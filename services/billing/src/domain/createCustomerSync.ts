import type { DeletedAccounts, Log } from '@lectern/service-kit';
import type { SubscriptionDocuments } from '../store.ts';
import type { SyncPlan } from './createPlanSync.ts';
import { noCustomer } from './customerKey.ts';
import type { Payments, RunningSubscription } from './Payments.ts';
import { isSamePlan, planOf } from './subscriptionPlan.ts';

export interface CustomerSyncDependencies {
  subscriptions: SubscriptionDocuments;
  payments: Payments;
  syncPlan: SyncPlan;
  deletedAccounts: DeletedAccounts;
  log: Log;
}

/** Synchronisation of learners who are known by their customer only, as in events and lists of the provider. */
export function createCustomerSync({ subscriptions, payments, syncPlan, deletedAccounts, log }: CustomerSyncDependencies) {
  /**
   * The learner of a customer that no document names: a crash may have prevented storing the customer, or the account was deleted during a
   * checkout.
   */
  const learnerOfUnknown = async (customerId: string, about: string): Promise<string | undefined> => {
    const customer = await payments.customer(customerId);
    const userId = customer?.userId;
    if (userId === undefined) {
      log('info', 'stripe.unknown-customer', { about });
      return undefined;
    }
    if (await deletedAccounts.has(userId)) {
      // After the deletion nobody can end this customer's subscriptions, so they are ended here.
      await payments.deleteCustomer(customerId);
      log('warn', 'stripe.deleted-account', { about, subscriptions: customer?.subscriptions.length ?? 0 });
      return undefined;
    }
    const adopted = await subscriptions.update(
      userId,
      { set: { customerKey: customerId } },
      { equals: { customerKey: noCustomer(userId) } },
    );
    if (!adopted) log('warn', 'stripe.other-customer', { about });
    return adopted && userId;
  };

  /** Synchronises the learner of a customer. @returns the learner's id, if there is one */
  const syncCustomer = async (customerId: string, about: string): Promise<string | undefined> => {
    const document = await subscriptions.findOne('byCustomer', { customerKey: customerId });
    const userId = document?._id ?? (await learnerOfUnknown(customerId, about));
    if (userId !== undefined) await syncPlan(userId, customerId);
    return userId;
  };

  return {
    syncCustomer,

    /** Whether a running subscription differs from the store, for customers of Lectern. */
    async differs({ subscription, customerId, userId }: RunningSubscription): Promise<boolean> {
      // A payment in progress is resolved by the provider.
      if (subscription.status === 'incomplete' || subscription.status === 'incomplete_expired') return false;
      const document = await subscriptions.findOne('byCustomer', { customerKey: customerId });
      if (document) return !isSamePlan(document, planOf(subscription));
      if (userId === undefined) return false;
      return (await deletedAccounts.has(userId)) || (await subscriptions.get(userId))?.customerKey === noCustomer(userId);
    },
  };
}
export type CustomerSync = ReturnType<typeof createCustomerSync>;
