import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Subscriptions } from '../domain/createSubscriptions.ts';

export const upgradeSubscriptionRoute = (subscriptions: Subscriptions) =>
  route(calls.upgradeSubscription, ({ userId }) => subscriptions.upgrade(userId));
