import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Subscriptions } from '../domain/createSubscriptions.ts';

export const getSubscriptionStatusRoute = (subscriptions: Subscriptions) =>
  route(calls.getSubscriptionStatus, ({ userId }) => subscriptions.status(userId));
