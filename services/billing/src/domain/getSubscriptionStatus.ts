import type { PlanState, SubscriptionStatus } from '@lectern/contracts';
import type { BillingContext } from '../BillingContext.ts';
import { isPremiumAt, planState, statusAt } from './subscriptionPlan.ts';

/** The subscription as its learner sees it. */
export const getSubscriptionStatus = async ({ store, clock }: BillingContext, userId: string): Promise<SubscriptionStatus> =>
  statusAt(await store.subscriptions.get(userId), clock());

/** The plan, for services without a copy of it. */
export const getPlan = async ({ store }: BillingContext, userId: string): Promise<PlanState> =>
  planState(userId, await store.subscriptions.get(userId));

/** Whether the learner is premium now. */
export const isPremiumLearner = async ({ store, clock }: BillingContext, userId: string): Promise<boolean> =>
  isPremiumAt(await store.subscriptions.get(userId), clock());
