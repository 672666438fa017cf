import { calls } from '@lectern/contracts';
import { route, type Route } from '@lectern/service-kit';
import type { BillingContext } from './BillingContext.ts';
import { createPortalSession, createSubscription, upgradeSubscription } from './domain/checkouts.ts';
import { getLimits } from './domain/getLimits.ts';
import { getSubscriptionStatus } from './domain/getSubscriptionStatus.ts';
import { receiveStripeEvent } from './domain/receiveStripeEvent.ts';
import { readSigned } from './stripe/readSigned.ts';

/** The routes of billing's calls. */
export const routes = (billing: BillingContext): Route[] => [
  route(calls.createSubscription, ({ userId }) => createSubscription(billing, userId)),
  route(calls.upgradeSubscription, ({ userId }) => upgradeSubscription(billing, userId)),
  route(calls.getSubscriptionStatus, ({ userId }) => getSubscriptionStatus(billing, userId)),
  route(calls.getLimits, ({ userId, requestId }) => getLimits(billing, userId, requestId)),
  route(calls.createPortalSession, ({ userId }) => createPortalSession(billing, userId)),
  route(calls.stripeWebhook, ({ body }) => receiveStripeEvent(billing, body.text, body.signature), readSigned),
];
