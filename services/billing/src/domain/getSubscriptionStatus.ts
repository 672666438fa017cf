import type { PlanState, SubscriptionStatus } from '@lectern/contracts';
import type { BillingContext } from '../BillingContext.ts';
import { isPremiumAt, planState, statusAt } from './subscriptionPlan.ts';

/** Returns the subscription as shown to its learner. */
export const getSubscriptionStatus = async ({ store, clock }: BillingContext, userId: string): Promise<SubscriptionStatus> =>
  statusAt(await store.subscriptions.get(userId), clock());

/** Returns the plan, for services without a copy of it. */
export const getPlan = async ({ store }: BillingContext, userId: string): Promise<PlanState> =>
  planState(userId, await store.subscriptions.get(userId));

/** Returns whether the learner is premium now. */
export const isPremiumLearner = async ({ store, clock }: BillingContext, userId: string): Promise<boolean> =>
  isPremiumAt(await store.subscriptions.get(userId), clock());
