import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { FormReader, parseForm } from './form.ts';
import type { PaymentProvider } from './PaymentProvider.ts';
import type { Records } from './Records.ts';
import { listOf, localPrice, localProduct } from './shapes.ts';
import type { Customer, Invoice, InvoicePayment, Refund, Session, StripeEvent, Subscription } from './shapes.ts';
import { StripeError, noSuch } from './StripeError.ts';

/** What the API stands on. */
export interface StripeApiOptions {
  readonly provider: PaymentProvider;
  readonly records: Records;
  readonly secretKey: string;
  readonly clock: () => number;
  readonly newToken: () => string;
}

interface Answered {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

const BODY_LENGTH_MAX = 1_000_000;
const IDEMPOTENCY_KEPT_MS = 86_400_000;
const PAGE = ['limit', 'starting_after', 'ending_before', 'expand'];
// What Stripe takes beyond what the stand-in acts on is let through, so that nothing right for Stripe is refused here.
const CUSTOMER =
  'address balance business_name cash_balance default_source description email expand individual_name invoice_prefix invoice_settings metadata name next_invoice_sequence payment_method phone preferred_locales shipping source tax tax_exempt tax_id_data test_clock validate'.split(
    ' ',
  );
const SESSION =
  'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection branding_settings cancel_url client_reference_id consent_collection currency custom_fields custom_text customer customer_account customer_creation customer_email customer_update discounts excluded_payment_method_types expand expires_at integration_identifier invoice_creation line_items locale managed_payments metadata mode name_collection optional_items origin_context payment_intent_data payment_method_collection payment_method_configuration payment_method_data payment_method_options permissions phone_number_collection redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection shipping_options submit_type subscription_data success_url tax_id_collection ui_mode wallet_options'.split(
    ' ',
  );
// Here only what is acted on: a change of a subscription that is let through and not made would mislead.
const SUBSCRIPTION = [
  'cancel_at_period_end',
  'cancellation_details',
  'description',
  'expand',
  'metadata',
  'payment_behavior',
  'proration_behavior',
];
const PORTAL = ['configuration', 'customer', 'expand', 'flow_data', 'locale', 'on_behalf_of', 'return_url'];
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

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Puts the objects for which ids stand into a copy of an answer, along one path such as `data.customer`. */
const expandPath = (value: unknown, path: readonly string[], whole: string, lookUp: (id: string) => object | undefined): unknown => {
  const [name, ...rest] = path;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(item, path, whole, lookUp));
  if (typeof value !== 'object') return value;
  const here: unknown = Reflect.get(value, name);
  const found = typeof here === 'string' ? lookUp(here) : here;
  if (found === undefined) throw new StripeError(`This property cannot be expanded (${whole}).`, { param: 'expand' });
  return { ...value, [name]: expandPath(found, rest, whole, lookUp) };
};

/** The part of Stripe's API that the stand-in knows, under `/v1`. */
export function stripeApi({ provider, records, secretKey, clock, newToken }: StripeApiOptions): Hono {
  const app = new Hono();
  const requestId = (): string => `req_${newToken().slice(0, 14)}`;
  const wantedKey = hash(secretKey);

  const authorize = (context: Context): void => {
    const header = context.req.header('authorization') ?? '';
    const [, basic] = /^Basic (\S+)$/i.exec(header) ?? [];
    const [, bearer = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString().replace(/:$/, '')] =
      /^Bearer (\S+)$/i.exec(header) ?? [];
    if (bearer === undefined) {
      throw new StripeError(
        'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
        { status: 401 },
      );
    }
    if (!timingSafeEqual(hash(bearer), wantedKey))
      throw new StripeError(`Invalid API Key provided: ${bearer.slice(0, 8)}****`, { status: 401 });
  };

  const answer = (status: number, body: string, headers: Record<string, string> = {}): Response =>
    new Response(body, {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'request-id': requestId(), ...headers },
    });

  const run = (form: FormReader, work: (form: FormReader) => object): { status: number; body: string } => {
    try {
      let result: unknown = work(form);
      for (const path of form.texts('expand')) {
        const parts = path.split('.');
        if (parts.length > 4) throw new StripeError('You cannot expand more than 4 levels of a property.', { param: 'expand' });
        if (
          parts.at(-1) === 'line_items' &&
          typeof result === 'object' &&
          result !== null &&
          Reflect.get(result, 'object') === 'checkout.session'
        ) {
          result = { ...result, line_items: provider.sessionLines(String(Reflect.get(result, 'id'))) };
        } else {
          result = expandPath(result, parts, path, (id) => provider.lookUp(id));
        }
      }
      return { status: 200, body: JSON.stringify(result) };
    } catch (error) {
      if (error instanceof StripeError) return { status: error.status, body: JSON.stringify(error.toBody()) };
      throw error;
    }
  };

  /** Answers a POST, and the same again to the same idempotency key. */
  const runOnce = (context: Context, text: string, work: () => { status: number; body: string }): Response => {
    const key = context.req.header('idempotency-key');
    if (key === undefined) {
      const { status, body } = work();
      return answer(status, body);
    }
    const fingerprint = hash(`${context.req.method} ${context.req.path} ${text}`).toString('hex');
    const before = records.get<Answered>('idempotency', key);
    if (before && before.fingerprint !== fingerprint) {
      throw new StripeError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      );
    }
    if (before) return answer(before.status, before.body, { 'idempotency-key': key, 'idempotent-replayed': 'true' });
    const { status, body } = work();
    // A refusal changed nothing, so the same key may try again once what was missing is there.
    if (status < 400) records.put('idempotency', key, { fingerprint, status, body }, { due: clock() + IDEMPOTENCY_KEPT_MS });
    return answer(status, body, { 'idempotency-key': key });
  };

  /** A call: its key, its form (body or query) and its known names are checked before `work` sees it. */
  const call =
    (known: readonly string[], work: (form: FormReader, id: string) => object) =>
    async (context: Context): Promise<Response> => {
      authorize(context);
      provider.settle();
      const query = new URL(context.req.url).search.slice(1);
      const body = context.req.method === 'GET' ? '' : await context.req.text();
      if (body.length > BODY_LENGTH_MAX) throw new StripeError('Request body too large.', { status: 413 });
      const text = body || query;
      const perform = () => run(new FormReader(parseForm(text)).only(known), (form) => work(form, context.req.param('id') ?? ''));
      if (context.req.method === 'POST') return runOnce(context, text, perform);
      const result = perform();
      return answer(result.status, result.body);
    };

  const paged = <T>(
    kind: string,
    url: string,
    form: FormReader,
    options: { readonly customer?: string | undefined; readonly keep?: (record: T) => boolean } = {},
  ): object => {
    const page = records.list<T>(kind, {
      ...options,
      limit: form.integer('limit', [1, 100]) ?? 10,
      startingAfter: form.text('starting_after'),
      endingBefore: form.text('ending_before'),
    });
    if (!page) {
      const param = form.has('starting_after') ? 'starting_after' : 'ending_before';
      throw noSuch(kind, form.text(param) ?? '', param);
    }
    return listOf(page.data, url, page.hasMore);
  };

  const found = (kind: string, record: object | undefined, id: string): object => {
    if (!record) throw noSuch(kind, id);
    return record;
  };

  app.post(
    '/v1/customers',
    call(CUSTOMER, (form) => provider.createCustomer(form)),
  );
  app.get(
    '/v1/customers',
    call([...PAGE, 'email'], (form) => {
      const email = form.text('email');
      return paged<Customer>('customer', '/v1/customers', form, {
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

  app.get(
    '/v1/prices',
    call([...PAGE, 'active', 'created', 'currency', 'lookup_keys', 'product', 'recurring', 'type'], (form) => {
      const keys = form.texts('lookup_keys');
      const fits =
        form.flag('active') !== false &&
        (!form.has('product') || form.text('product') === localPrice.product) &&
        (keys.length === 0 || keys.includes(localPrice.lookup_key ?? '')) &&
        form.text('type') !== 'one_time';
      return listOf(fits ? [localPrice] : [], '/v1/prices');
    }),
  );
  app.get(
    '/v1/prices/:id',
    call(['expand'], (_, id) => found('price', id === localPrice.id ? localPrice : undefined, id)),
  );
  app.get(
    '/v1/products',
    call([...PAGE, 'active', 'ids'], () => listOf([localProduct], '/v1/products')),
  );
  app.get(
    '/v1/products/:id',
    call(['expand'], (_, id) => found('product', id === localProduct.id ? localProduct : undefined, id)),
  );

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
      return paged<Session>('session', '/v1/checkout/sessions', form, { customer: form.text('customer'), keep });
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
      return paged<Subscription>('subscription', '/v1/subscriptions', form, { customer: form.text('customer'), keep });
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

  app.get(
    '/v1/invoices',
    call([...PAGE, 'customer', 'status', 'subscription'], (form) => {
      const subscription = form.text('subscription');
      const status = form.text('status');
      const keep = (each: Invoice): boolean =>
        (subscription === undefined || each.parent?.subscription_details?.subscription === subscription) &&
        (status === undefined || each.status === status);
      return paged<Invoice>('invoice', '/v1/invoices', form, { customer: form.text('customer'), keep });
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
      return paged<InvoicePayment>('invoice payment', '/v1/invoice_payments', form, { keep });
    }),
  );
  app.post(
    '/v1/refunds',
    call(['amount', 'expand', 'metadata', 'payment_intent', 'reason'], (form) => provider.createRefund(form)),
  );
  app.get(
    '/v1/refunds',
    call([...PAGE, 'payment_intent'], (form) => {
      const intent = form.text('payment_intent');
      return paged<Refund>('refund', '/v1/refunds', form, { keep: (each) => intent === undefined || each.payment_intent === intent });
    }),
  );

  app.post(
    '/v1/billing_portal/sessions',
    call(PORTAL, (form) => provider.createPortalSession(form)),
  );

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
      return paged<StripeEvent>('event', '/v1/events', form, { keep });
    }),
  );
  app.get(
    '/v1/events/:id',
    call(['expand'], (_, id) => found('event', records.get('event', id), id)),
  );

  app.all('/v1/*', (context) => {
    authorize(context);
    throw new StripeError(
      `Unrecognized request URL (${context.req.method}: ${context.req.path}). The local payment provider does not know it.`,
      { status: 404 },
    );
  });
  app.onError((error) => {
    if (error instanceof StripeError) return answer(error.status, JSON.stringify(error.toBody()));
    console.error('The local payment provider failed:', error);
    return answer(500, JSON.stringify(new StripeError('An unknown error occurred.', { type: 'api_error' }).toBody()));
  });
  return app;
}
