import type { PlanState, SubscriptionStatus } from '@lectern/contracts';
import { subscriptionsCollection, type SubscriptionDocuments } from '../store.ts';
import { createCheckouts } from './createCheckouts.ts';
import { createCustomers } from './createCustomers.ts';
import { createCustomerSync } from './createCustomerSync.ts';
import { createEventReceiver, type EventReceiverDependencies } from './createEventReceiver.ts';
import { createPlanSync } from './createPlanSync.ts';
import { createSubscriptionErasure, type SubscriptionErasureDependencies } from './createSubscriptionErasure.ts';
import { isPremiumAt, planState, statusAt } from './subscriptionPlan.ts';

export interface SubscriptionsOptions
  extends Omit<SubscriptionErasureDependencies, 'subscriptions'>, Pick<EventReceiverDependencies, 'observeEvent'> {}

/** Rules of plans: becoming, staying and ceasing to be premium. */
export function createSubscriptions(options: SubscriptionsOptions) {
  const { store, clock } = options;
  const subscriptions: SubscriptionDocuments = store.collection(subscriptionsCollection);
  const customers = createCustomers({ subscriptions, ...options });
  const syncPlan = createPlanSync({ subscriptions, ...options });
  const { syncCustomer, differs } = createCustomerSync({ subscriptions, syncPlan, ...options });

  return {
    ...createCheckouts({ subscriptions, customers, syncPlan, ...options }),
    ...createEventReceiver({ subscriptions, syncCustomer, ...options }),
    ...createSubscriptionErasure({ subscriptions, ...options }),
    differs,

    isPremium: async (userId: string): Promise<boolean> => isPremiumAt(await subscriptions.get(userId), clock()),

    status: async (userId: string): Promise<SubscriptionStatus> => statusAt(await subscriptions.get(userId), clock()),

    /** The plan, for services without a copy. */
    plan: async (userId: string): Promise<PlanState> => planState(userId, await subscriptions.get(userId)),

    /** Synchronises one customer. */
    async reconcile(customerId: string): Promise<void> {
      await syncCustomer(customerId, 'reconciliation');
    },
  };
}
export type Subscriptions = ReturnType<typeof createSubscriptions>;
