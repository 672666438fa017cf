import type { Hono } from 'hono';
import type { StripeEvent } from '../shapes.ts';
import { found, PAGE, paged, type RouteTools } from './RouteTools.ts';

/** Calls about events. */
export function addEventRoutes(app: Hono, { call, records }: RouteTools): void {
  app.get(
    '/v1/events',
    call([...PAGE, 'created', 'delivery_success', 'type', 'types'], (form) => {
      const type = form.text('type');
      const types = form.texts('types');
      const created = form.has('created') && form.under('created');
      const after = created ? created.integer('gt', [0, 1e12]) : undefined;
      const from = created ? created.integer('gte', [0, 1e12]) : undefined;
      const keep = (each: StripeEvent): boolean =>
        (type === undefined || each.type === type) &&
        (types.length === 0 || types.includes(each.type)) &&
        (after === undefined || each.created > after) &&
        (from === undefined || each.created >= from);
      return paged<StripeEvent>(records, { kind: 'event', url: '/v1/events' }, form, { keep });
    }),
  );
  app.get(
    '/v1/events/:id',
    call(['expand'], (_, id) => found('event', records.get('event', id), id)),
  );
}
