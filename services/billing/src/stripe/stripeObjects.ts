import type Stripe from 'stripe';
import type { ProviderSubscription } from '../domain/Payments.ts';

export const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);

export const asSubscription = (subscription: Stripe.Subscription): ProviderSubscription => {
  // The end of the period is a field of the item, not of the subscription.
  const end = subscription.ended_at ?? subscription.cancel_at ?? subscription.items.data[0]?.current_period_end ?? null;
  return {
    id: subscription.id,
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endDate: end === null ? null : new Date(end * 1000).toISOString(),
    created: subscription.created,
  };
};

export const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
export const isGone = (error: unknown): boolean => hasCode(error, 'resource_missing');

/** Awaits a request and ignores errors that mean that its effect already exists. */
export const unlessDone = async (work: Promise<unknown>, isDone: (error: unknown) => boolean): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isDone(error)) throw error;
  }
};
