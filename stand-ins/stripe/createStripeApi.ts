import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { parse } from 'qs';
import * as z from 'zod/mini';
import type { Books } from './Books.ts';
import { createCustomer, createPortalSession, createSession, deleteCustomer, expireSession } from './checkout.ts';
import type { Records } from './Records.ts';
import { StripeError, noSuch } from './StripeError.ts';
import { LOCAL_PRICE_ID, listOf } from './stripeObjects.ts';
import { cancelSubscription, createRefund, updateSubscription, voidInvoice } from './subscriptions.ts';

const bodyLengthMax = 1_000_000;
const pageLength = 10;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @throws StripeError 401 */
const checkApiKey = (context: Context, secretKey: string): void => {
  const [, key] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  if (key === undefined) throw new StripeError('You did not provide an API key in the Authorization header.', { status: 401 });
  if (!timingSafeEqual(hash(key), hash(secretKey))) throw new StripeError('Invalid API Key provided.', { status: 401 });
};

/** The kinds of objects that a response may include, by id prefix. */
const kindsByPrefix: Readonly<Record<string, string>> = { cus: 'customer', sub: 'subscription', in: 'invoice' };
/** The paths of calls that read one object. */
const kinds = {
  '/v1/customers': 'customer',
  '/v1/checkout/sessions': 'session',
  '/v1/subscriptions': 'subscription',
  '/v1/invoices': 'invoice',
};

/** Replaces an id in a response with its object, along one path such as `data.customer`. */
const expand = (value: unknown, path: readonly string[], records: Records): unknown => {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expand(item, path, records));
  const here: unknown = Reflect.get(value, name);
  const kind = typeof here === 'string' ? kindsByPrefix[here.split('_')[0] ?? ''] : undefined;
  const found = typeof here === 'string' ? records.get(kind ?? '', here) : here;
  if (found === undefined) throw new StripeError(`This property cannot be expanded (${name}).`, { param: 'expand' });
  return { ...value, [name]: expand(found, rest, records) };
};

const text = z.optional(z.string());
const address = z.url({ protocol: /^https?$/ });
const metadata = z._default(z.record(z.string(), z.string()), {});
const form = <Shape extends z.core.$ZodShape>(shape: Shape) => z.strictObject({ expand: z._default(z.array(z.string()), []), ...shape });
const forms = {
  nothing: form({}),
  customer: form({ metadata }),
  session: form({
    mode: z.literal('subscription'),
    customer: z.string(),
    client_reference_id: text,
    line_items: z.tuple([z.strictObject({ price: z.literal(LOCAL_PRICE_ID), quantity: z.literal('1') })]),
    metadata,
    success_url: address,
    cancel_url: z.optional(address),
  }),
  portal: form({ customer: z.string(), return_url: z.optional(address) }),
  subscription: form({ cancel_at_period_end: z.optional(z.stringbool()) }),
  refund: form({ payment_intent: z.string(), reason: z.optional(z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])) }),
};
const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), pageLength);
const listForm = (filters: readonly string[]) =>
  form({ limit, starting_after: text, ...(Object.fromEntries(filters.map((name) => [name, text])) as Record<never, typeof text>) });

/** The error for an invalid form, which names the first invalid parameter. */
const refusalOf = ([issue]: readonly z.core.$ZodIssue[]): StripeError => {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const param = [...(issue?.path ?? []), ...unknown].map((name, level) => (level === 0 ? String(name) : `[${String(name)}]`)).join('');
  return unknown.length > 0
    ? new StripeError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
    : new StripeError(`Invalid ${param}: ${issue?.message ?? ''}`, { param });
};

const answer = (body: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers } });

/** Handles a call. A POST that repeats an idempotency key gets the earlier response. */
const answerOnce = (context: Context, fields: string, records: Records, work: () => object): Response => {
  const key = context.req.method === 'POST' ? context.req.header('idempotency-key') : undefined;
  if (key === undefined) return answer(JSON.stringify(work()));
  const fingerprint = hash(`${context.req.path} ${fields}`).toString('hex');
  const before = records.get<{ body: string; fingerprint: string }>('idempotency', key);
  if (before && before.fingerprint !== fingerprint)
    throw new StripeError('Keys for idempotent requests can only be used with the same parameters they were first used with.', {
      type: 'idempotency_error',
    });
  if (before) return answer(before.body, 200, { 'idempotent-replayed': 'true' });
  // A refusal changes nothing, so it is not stored and its key can be reused.
  const body = JSON.stringify(work());
  records.put('idempotency', key, { fingerprint, body });
  return answer(body);
};

type Work<Fields> = (fields: Omit<Fields, 'expand'>, id: string) => object;
type Handler = (context: Context) => Promise<Response>;

/** What all calls have in common: authorization, parameters, expansion and idempotency keys. */
const createCall =
  (records: Records, secretKey: string) =>
  <Fields extends { expand: string[] }>(fields: z.ZodMiniType<Fields>, work: Work<Fields>): Handler =>
  async (context) => {
    checkApiKey(context, secretKey);
    const body = context.req.method === 'GET' ? '' : await context.req.text();
    if (body.length > bodyLengthMax) throw new StripeError('Request body too large.', { status: 413 });
    const given = body || new URL(context.req.url).search.slice(1);
    return answerOnce(context, given, records, () => {
      const parsed = fields.safeParse(parse(given));
      if (!parsed.success) throw refusalOf(parsed.error.issues);
      const { expand: paths, ...rest } = parsed.data;
      const made: unknown = work(rest, context.req.param('id') ?? '');
      return paths.reduce((result, path) => expand(result, path.split('.'), records), made) as object;
    });
  };

/** The part of Stripe's API that the product and its tests use, under `/v1`. */
export function createStripeApi(books: Books, secretKey: string): Hono {
  const { records } = books;
  const app = new Hono();
  const call = createCall(records, secretKey);
  const post = <Fields extends { expand: string[] }>(path: string, fields: z.ZodMiniType<Fields>, work: Work<Fields>): Hono =>
    app.post(path, call(fields, work));
  const get = (path: string, kind: string): Hono =>
    app.get(
      `${path}/:id`,
      call(forms.nothing, (_, id) => {
        const record = records.get<object>(kind, id);
        if (!record) throw noSuch(kind, id);
        return record;
      }),
    );
  /** Adds a list call, whose filters are compared with the fields of the records. */
  const list = (path: string, kind: string, filters: readonly string[] = [], keepByDefault = (_record: object): boolean => true): Hono =>
    app.get(
      path,
      call(listForm(filters), ({ limit: most, starting_after: startingAfter, ...given }) => {
        const wanted = Object.entries<unknown>(given).filter(([, value]) => value !== 'all');
        const keep = (record: object): boolean =>
          wanted.every(([name, value]) => Reflect.get(record, name) === value) && ('status' in given || keepByDefault(record));
        const page = records.list(kind, { limit: most, startingAfter, keep });
        if (!page) throw noSuch(kind, startingAfter ?? '', 'starting_after');
        return listOf(page.data, path, page.hasMore);
      }),
    );
  const remove = (path: string, work: (id: string) => object): Hono =>
    app.delete(
      path,
      call(forms.nothing, (_, id) => work(id)),
    );

  for (const [path, kind] of Object.entries(kinds)) get(path, kind);
  list('/v1/customers', 'customer');
  list('/v1/checkout/sessions', 'session', ['customer', 'status']);
  list('/v1/subscriptions', 'subscription', ['customer', 'status'], (each) => Reflect.get(each, 'status') !== 'canceled');
  list('/v1/invoice_payments', 'invoice payment', ['invoice', 'status']);
  list('/v1/refunds', 'refund');
  list('/v1/events', 'event', ['type']);
  post('/v1/customers', forms.customer, (fields) => createCustomer(books, fields.metadata));
  remove('/v1/customers/:id', (id) => deleteCustomer(books, id));
  post('/v1/checkout/sessions', forms.session, ({ line_items: _, ...fields }) => createSession(books, fields));
  post('/v1/checkout/sessions/:id/expire', forms.nothing, (_, id) => expireSession(books, id));
  post('/v1/billing_portal/sessions', forms.portal, (fields) => createPortalSession(books, fields));
  post('/v1/subscriptions/:id', forms.subscription, (fields, id) => updateSubscription(books, id, fields.cancel_at_period_end));
  remove('/v1/subscriptions/:id', (id) => cancelSubscription(books, id));
  post('/v1/invoices/:id/void', forms.nothing, (_, id) => voidInvoice(books, id));
  post('/v1/refunds', forms.refund, (fields) => createRefund(books, fields.payment_intent, fields.reason));

  app.all('/v1/*', (context) => {
    checkApiKey(context, secretKey);
    throw new StripeError(`Unrecognized request URL (${context.req.method}: ${context.req.path}).`, { status: 404 });
  });
  app.onError((error) => {
    if (error instanceof StripeError) return answer(JSON.stringify(error.toBody()), error.status);
    console.error('The payment stand-in failed:', error);
    return answer(JSON.stringify(new StripeError('An unknown error occurred.', { type: 'api_error' }).toBody()), 500);
  });
  return app;
}
