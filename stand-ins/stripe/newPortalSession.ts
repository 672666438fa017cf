import type { PortalSession } from './shapes.ts';

/** A new billing portal session. */
export const newPortalSession = (id: string, created: number, customer: string, returnUrl: string | null, url: string): PortalSession => ({
  id,
  object: 'billing_portal.session',
  configuration: 'bpc_lectern_local',
  created,
  customer,
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: returnUrl,
  url,
});
