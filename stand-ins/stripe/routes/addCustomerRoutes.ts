import type { Hono } from 'hono';
import type { Customer } from '../shapes.ts';
import { found, PAGE, paged, type RouteTools } from './RouteTools.ts';

/** All parameters of Stripe are accepted, also those that the stand-in ignores. */
const CUSTOMER =
  'address balance business_name cash_balance default_source description email expand individual_name invoice_prefix invoice_settings metadata name next_invoice_sequence payment_method phone preferred_locales shipping source tax tax_exempt tax_id_data test_clock validate'.split(
    ' ',
  );

/** Calls about customers. */
export function addCustomerRoutes(app: Hono, { call, provider, records }: RouteTools): void {
  app.post(
    '/v1/customers',
    call(CUSTOMER, (form) => provider.createCustomer(form)),
  );
  app.get(
    '/v1/customers',
    call([...PAGE, 'email'], (form) => {
      const email = form.text('email');
      return paged<Customer>(records, { kind: 'customer', url: '/v1/customers' }, form, {
        keep: (each) => !each.deleted && (email === undefined || each.email === email),
      });
    }),
  );
  app.get(
    '/v1/customers/:id',
    call(['expand'], (_, id) => found('customer', records.get('customer', id), id)),
  );
  app.post(
    '/v1/customers/:id',
    call(CUSTOMER, (form, id) => provider.updateCustomer(id, form)),
  );
  app.delete(
    '/v1/customers/:id',
    call([], (_, id) => provider.deleteCustomer(id)),
  );
}
