import type { SubscriptionDocument } from '../store.ts';

const noCustomerPrefix = 'none:';

/** The key of a learner without a customer at the provider. */
export const noCustomer = (userId: string): string => `${noCustomerPrefix}${userId}`;

/** The customer of a learner at the provider. */
export const customerOf = (document: SubscriptionDocument | undefined): string | undefined =>
  document?.customerKey.startsWith(noCustomerPrefix) === false ? document.customerKey : undefined;
