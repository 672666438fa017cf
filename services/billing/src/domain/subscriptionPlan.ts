import { isPremium, type PlanState, type SubscriptionStatus } from '@lectern/contracts';
import type { SubscriptionDocument } from '../store.ts';
import type { ProviderSubscription } from './Payments.ts';

/** The fields of a learner's document that follow the provider's subscription. */
const planFields = ['tier', 'status', 'endDate', 'cancelAtPeriodEnd', 'subscriptionId'] as const;
export type PlanFields = Pick<SubscriptionDocument, (typeof planFields)[number]>;

const noCustomerPrefix = 'none:';

/** Returns the customer key of a learner without a customer at the provider. */
export const noCustomer = (userId: string): string => `${noCustomerPrefix}${userId}`;

/** Returns the learner's customer at the provider. */
export const customerOf = (document: SubscriptionDocument | undefined): string | undefined =>
  document?.customerKey.startsWith(noCustomerPrefix) === false ? document.customerKey : undefined;

/** Statuses with a payment, or with a pending retry. */
const running: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);
/** Statuses without a payment that have not ended. */
const stopped: ReadonlySet<string> = new Set(['unpaid', 'paused']);

/**
 * Chooses the subscription that decides the plan: the newest running one, or else the newest stopped one, or else the newest ended one. Other running
 * ones are duplicates: the learner paid twice, or again after a failed payment. An `incomplete` one is a payment in progress: it neither outranks
 * others nor is a duplicate.
 */
export function chooseSubscription(all: readonly ProviderSubscription[]): {
  deciding: ProviderSubscription | undefined;
  duplicates: ProviderSubscription[];
} {
  // Times are whole seconds. Within one second the provider's order, newest first, is kept.
  const ordered = [...all].sort((a, b) => b.created - a.created);
  const alive = [...ordered.filter(({ status }) => running.has(status)), ...ordered.filter(({ status }) => stopped.has(status))];
  return { deciding: alive[0] ?? ordered[0], duplicates: alive.slice(1) };
}

/** Returns the end of the premium plan; `null` while it renews. */
export const premiumUntil = (plan: Pick<SubscriptionDocument, 'endDate' | 'cancelAtPeriodEnd'>): string | null =>
  plan.cancelAtPeriodEnd ? plan.endDate : null;

/** Maps the provider's status to a plan. Only `active` is premium; `past_due` is not. */
export const planOf = (subscription: ProviderSubscription | undefined): PlanFields => {
  if (!subscription) return { tier: 'free', status: null, endDate: null, cancelAtPeriodEnd: false, subscriptionId: null };
  const { id, status, endDate, cancelAtPeriodEnd } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired')
    return { tier: 'free', status: 'canceled', endDate, cancelAtPeriodEnd: false, subscriptionId: id };
  if (status === 'incomplete') return { tier: 'free', status, endDate: null, cancelAtPeriodEnd: false, subscriptionId: id };
  return { tier: 'premium', status: status === 'trialing' ? 'active' : status, endDate, cancelAtPeriodEnd, subscriptionId: id };
};

export const isSamePlan = (one: PlanFields, other: PlanFields): boolean => planFields.every((field) => one[field] === other[field]);

/** Returns the plan in the form that other services receive. */
export const planState = (userId: string, document: SubscriptionDocument | undefined): PlanState =>
  document
    ? { userId, tier: document.tier, status: document.status, premiumUntil: premiumUntil(document), version: document.version }
    : { userId, tier: 'free', status: null, premiumUntil: null, version: 0 };

export const isPremiumAt = (document: SubscriptionDocument | undefined, now: Date): boolean =>
  document !== undefined && isPremium({ tier: document.tier, status: document.status, premiumUntil: premiumUntil(document) }, now);

/** Returns the subscription as shown to the learner. */
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
  // A cancelled subscription ends at its time, with or without an event.
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
