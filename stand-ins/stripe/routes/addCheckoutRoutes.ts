import type { Hono } from 'hono';
import type { Session } from '../shapes.ts';
import { found, PAGE, paged, type RouteTools } from './RouteTools.ts';

/** All parameters of Stripe are accepted, also those that the stand-in ignores. */
const SESSION =
  'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection branding_settings cancel_url client_reference_id consent_collection currency custom_fields custom_text customer customer_account customer_creation customer_email customer_update discounts excluded_payment_method_types expand expires_at integration_identifier invoice_creation line_items locale managed_payments metadata mode name_collection optional_items origin_context payment_intent_data payment_method_collection payment_method_configuration payment_method_data payment_method_options permissions phone_number_collection redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection shipping_options submit_type subscription_data success_url tax_id_collection ui_mode wallet_options'.split(
    ' ',
  );

/** Calls about checkout sessions. */
export function addCheckoutRoutes(app: Hono, { call, provider, records }: RouteTools): void {
  app.post(
    '/v1/checkout/sessions',
    call(SESSION, (form) => provider.createSession(form)),
  );
  app.get(
    '/v1/checkout/sessions',
    call([...PAGE, 'customer', 'status', 'subscription'], (form) => {
      const status = form.text('status');
      const subscription = form.text('subscription');
      const keep = (each: Session): boolean =>
        (status === undefined || each.status === status) && (subscription === undefined || each.subscription === subscription);
      return paged<Session>(records, { kind: 'session', url: '/v1/checkout/sessions' }, form, { customer: form.text('customer'), keep });
    }),
  );
  app.get(
    '/v1/checkout/sessions/:id',
    call(['expand'], (_, id) => found('checkout.session', provider.session(id), id)),
  );
  app.get(
    '/v1/checkout/sessions/:id/line_items',
    call(PAGE, (_, id) => found('checkout.session', provider.session(id) && provider.sessionLines(id), id)),
  );
  app.post(
    '/v1/checkout/sessions/:id/expire',
    call(['expand'], (_, id) => provider.expireSession(id)),
  );
}
