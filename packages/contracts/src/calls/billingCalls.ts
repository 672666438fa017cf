import * as z from '@lectern/contracts/schema';
import { defineCall } from '../call.ts';
import { Limits, SubscriptionStatus } from '../subscription.ts';

export const createSubscription = defineCall({
  id: 'createSubscription',
  service: 'billing',
  method: 'POST',
  path: '/subscription/create',
  summary: 'Start a checkout',
  access: 'learner',
  creates: true,
  body: z.object({}),
  status: 200,
  answer: z.object({ checkoutUrl: z.string() }),
  errors: [409],
});

export const upgradeSubscription = defineCall({
  id: 'upgradeSubscription',
  service: 'billing',
  method: 'POST',
  path: '/subscription/upgrade',
  summary: 'Resume a running subscription, or start a checkout',
  access: 'learner',
  creates: true,
  body: z.object({}),
  status: 200,
  answer: z.object({ status: z.enum(['active', 'requires_payment']), checkoutUrl: z.optional(z.string()) }),
  errors: [],
});

export const getSubscriptionStatus = defineCall({
  id: 'getSubscriptionStatus',
  service: 'billing',
  method: 'GET',
  path: '/subscription/status',
  summary: 'The learner’s plan',
  access: 'learner',
  status: 200,
  answer: SubscriptionStatus,
  errors: [],
});

export const getLimits = defineCall({
  id: 'getLimits',
  service: 'billing',
  method: 'GET',
  path: '/subscription/limits',
  summary: 'What the learner has and may have',
  access: 'learner',
  status: 200,
  answer: Limits,
  errors: [],
});

export const createPortalSession = defineCall({
  id: 'createPortalSession',
  service: 'billing',
  method: 'POST',
  path: '/subscription/portal',
  summary: 'Open the billing portal',
  access: 'learner',
  body: z.object({}),
  status: 200,
  answer: z.object({ url: z.string() }),
  errors: [409],
});

export const stripeWebhook = defineCall({
  id: 'stripeWebhook',
  service: 'billing',
  method: 'POST',
  path: '/subscription/webhook',
  summary: 'Stripe’s signed events',
  access: 'public',
  networkLimit: 'paymentEvents',
  ownerLimit: null,
  encoding: 'raw',
  status: 200,
  answer: z.object({ received: z.boolean() }),
  errors: [400, 413],
});
