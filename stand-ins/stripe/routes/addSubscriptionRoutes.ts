import type { Hono } from 'hono';
import { localPrice } from '../catalog.ts';
import type { Subscription } from '../shapes.ts';
import { found, PAGE, paged, type RouteTools } from './RouteTools.ts';

/** Only parameters that the stand-in handles: to ignore a change of a subscription would mislead. */
const SUBSCRIPTION = [
  'cancel_at_period_end',
  'cancellation_details',
  'description',
  'expand',
  'metadata',
  'payment_behavior',
  'proration_behavior',
];

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;

/** Calls about subscriptions. */
export function addSubscriptionRoutes(app: Hono, { call, provider, records }: RouteTools): void {
  app.get(
    '/v1/subscriptions',
    call([...PAGE, 'collection_method', 'created', 'customer', 'price', 'status'], (form) => {
      const status = form.oneOf('status', STATUSES);
      const price = form.text('price');
      const keep = (each: Subscription): boolean =>
        (price === undefined || price === localPrice.id) &&
        (status === undefined
          ? each.status !== 'canceled'
          : status === 'all' || each.status === (status === 'ended' ? 'canceled' : status));
      return paged<Subscription>(records, { kind: 'subscription', url: '/v1/subscriptions' }, form, {
        customer: form.text('customer'),
        keep,
      });
    }),
  );
  app.get(
    '/v1/subscriptions/:id',
    call(['expand'], (_, id) => found('subscription', provider.subscription(id), id)),
  );
  app.post(
    '/v1/subscriptions/:id',
    call(SUBSCRIPTION, (form, id) => provider.updateSubscription(id, form)),
  );
  app.delete(
    '/v1/subscriptions/:id',
    call(['cancellation_details', 'expand', 'invoice_now', 'prorate'], (_, id) => provider.cancelSubscription(id)),
  );
}
