import type { Hono } from 'hono';
import type { Invoice, InvoicePayment } from '../shapes.ts';
import { found, PAGE, paged, type RouteTools } from './RouteTools.ts';

/** Calls about invoices and their payments. */
export function addInvoiceRoutes(app: Hono, { call, provider, records }: RouteTools): void {
  app.get(
    '/v1/invoices',
    call([...PAGE, 'customer', 'status', 'subscription'], (form) => {
      const subscription = form.text('subscription');
      const status = form.text('status');
      const keep = (each: Invoice): boolean =>
        (subscription === undefined || each.parent?.subscription_details?.subscription === subscription) &&
        (status === undefined || each.status === status);
      return paged<Invoice>(records, { kind: 'invoice', url: '/v1/invoices' }, form, { customer: form.text('customer'), keep });
    }),
  );
  app.get(
    '/v1/invoices/:id',
    call(['expand'], (_, id) => found('invoice', records.get('invoice', id), id)),
  );
  app.post(
    '/v1/invoices/:id/pay',
    call(['expand'], (_, id) => provider.payInvoice(id)),
  );
  app.post(
    '/v1/invoices/:id/void',
    call(['expand'], (_, id) => provider.voidInvoice(id)),
  );
  app.get(
    '/v1/invoice_payments',
    call([...PAGE, 'invoice', 'status'], (form) => {
      const invoice = form.text('invoice');
      const status = form.text('status');
      const keep = (each: InvoicePayment): boolean =>
        (invoice === undefined || each.invoice === invoice) && (status === undefined || each.status === status);
      return paged<InvoicePayment>(records, { kind: 'invoice payment', url: '/v1/invoice_payments' }, form, { keep });
    }),
  );
}
