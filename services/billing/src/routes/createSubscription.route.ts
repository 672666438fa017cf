import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Subscriptions } from '../domain/createSubscriptions.ts';

export const createSubscriptionRoute = (subscriptions: Subscriptions) =>
  route(calls.createSubscription, ({ userId }) => subscriptions.createCheckout(userId));
