import type { SubscriptionStatus } from '@lectern/contracts';

/** Subscription fixtures for the tests and stories of this remote. */

export const freeSubscription: SubscriptionStatus = {
  subscriptionTier: 'free',
  subscriptionStatus: null,
  subscriptionEndDate: null,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  cancelAtPeriodEnd: false,
};

export const premiumSubscription: SubscriptionStatus = {
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  subscriptionEndDate: '2099-03-20T12:00:00.000Z',
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  cancelAtPeriodEnd: false,
};
