import type { Hono } from 'hono';
import type { Refund } from '../shapes.ts';
import { PAGE, paged, type RouteTools } from './RouteTools.ts';

/** Calls about refunds. */
export function addRefundRoutes(app: Hono, { call, provider, records }: RouteTools): void {
  app.post(
    '/v1/refunds',
    call(['amount', 'expand', 'metadata', 'payment_intent', 'reason'], (form) => provider.createRefund(form)),
  );
  app.get(
    '/v1/refunds',
    call([...PAGE, 'payment_intent'], (form) => {
      const intent = form.text('payment_intent');
      return paged<Refund>(records, { kind: 'refund', url: '/v1/refunds' }, form, {
        keep: (each) => intent === undefined || each.payment_intent === intent,
      });
    }),
  );
}
