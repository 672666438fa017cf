import type { Hono } from 'hono';
import { type RouteTools } from './RouteTools.ts';

const PORTAL = ['configuration', 'customer', 'expand', 'flow_data', 'locale', 'on_behalf_of', 'return_url'];

/** Calls about the billing portal. */
export function addPortalRoutes(app: Hono, { call, provider }: RouteTools): void {
  app.post(
    '/v1/billing_portal/sessions',
    call(PORTAL, (form) => provider.createPortalSession(form)),
  );
}
