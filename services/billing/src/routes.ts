import { calls } from '@lectern/contracts';
import { route, type Route } from '@lectern/service-kit';
import type { LimitsReader } from './domain/createLimits.ts';
import type { Subscriptions } from './domain/createSubscriptions.ts';
import { readSigned } from './readSigned.ts';

/** All calls of billing with their handlers. */
export const routes = ({ subscriptions, limits }: { subscriptions: Subscriptions; limits: LimitsReader }): Route[] => [
  route(calls.createSubscription, ({ userId }) => subscriptions.createCheckout(userId)),
  route(calls.upgradeSubscription, ({ userId }) => subscriptions.upgrade(userId)),
  route(calls.getSubscriptionStatus, ({ userId }) => subscriptions.status(userId)),
  route(calls.getLimits, ({ userId, requestId }) => limits.limits(userId, requestId)),
  route(calls.createPortalSession, ({ userId }) => subscriptions.createPortal(userId)),
  route(calls.stripeWebhook, ({ body }) => subscriptions.receiveEvent(body.text, body.signature), readSigned),
];
