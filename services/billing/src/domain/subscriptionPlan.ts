import { isPremium, type PlanState, type SubscriptionStatus } from '@lectern/contracts';
import type { SubscriptionDocument } from '../store.ts';
import { customerOf } from './customerKey.ts';
import type { ProviderSubscription } from './Payments.ts';

/** The fields of a learner's document that the provider's subscription decides. */
const planFields = ['tier', 'status', 'endDate', 'cancelAtPeriodEnd', 'subscriptionId'] as const;
export type PlanFields = Pick<SubscriptionDocument, (typeof planFields)[number]>;

/** The end of the premium plan; `null` while it renews. */
export const premiumUntil = (plan: Pick<SubscriptionDocument, 'endDate' | 'cancelAtPeriodEnd'>): string | null =>
  plan.cancelAtPeriodEnd ? plan.endDate : null;

/** Maps the provider's status to ours. Everything except `active` is not premium, `past_due` included. */
export const planOf = (subscription: ProviderSubscription | undefined): PlanFields => {
  if (!subscription) return { tier: 'free', status: null, endDate: null, cancelAtPeriodEnd: false, subscriptionId: null };
  const { id, status, endDate, cancelAtPeriodEnd } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired')
    return { tier: 'free', status: 'canceled', endDate, cancelAtPeriodEnd: false, subscriptionId: id };
  if (status === 'incomplete') return { tier: 'free', status, endDate: null, cancelAtPeriodEnd: false, subscriptionId: id };
  return { tier: 'premium', status: status === 'trialing' ? 'active' : status, endDate, cancelAtPeriodEnd, subscriptionId: id };
};

export const isSamePlan = (one: PlanFields, other: PlanFields): boolean => planFields.every((field) => one[field] === other[field]);

/** The plan as other services get it. */
export const planState = (userId: string, document: SubscriptionDocument | undefined): PlanState =>
  document
    ? { userId, tier: document.tier, status: document.status, premiumUntil: premiumUntil(document), version: document.version }
    : { userId, tier: 'free', status: null, premiumUntil: null, version: 0 };

export const isPremiumAt = (document: SubscriptionDocument | undefined, now: Date): boolean =>
  document !== undefined && isPremium({ tier: document.tier, status: document.status, premiumUntil: premiumUntil(document) }, now);

/** The subscription as the learner sees it. */
export const statusAt = (document: SubscriptionDocument | undefined, now: Date): SubscriptionStatus => {
  if (!document)
    return {
      subscriptionTier: 'free',
      subscriptionStatus: null,
      subscriptionEndDate: null,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      cancelAtPeriodEnd: false,
    };
  const until = premiumUntil(document);
  // A cancelled subscription ends by the clock, with or without an event.
  const isOver = document.status === 'active' && until !== null && now.getTime() >= Date.parse(until);
  return {
    subscriptionTier: isOver ? 'free' : document.tier,
    subscriptionStatus: isOver ? 'canceled' : document.status,
    subscriptionEndDate: document.endDate,
    stripeCustomerId: customerOf(document) ?? null,
    stripeSubscriptionId: document.subscriptionId,
    cancelAtPeriodEnd: !isOver && document.cancelAtPeriodEnd,
  };
};
