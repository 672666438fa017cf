import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { engineFor, startStripeMock, type StripeMock } from '@lectern/test-servers';
import { stripePayments } from './stripePayments.ts';

const webhookSecret = 'whsec_of_the_tests';
const now = new Date('2026-03-05T10:00:00Z');
const seconds = now.getTime() / 1000;

const paymentsAt = (apiBase: string, clock = () => now) =>
  stripePayments({
    secretKey: 'sk_test_123',
    webhookSecret,
    apiBase,
    priceId: 'price_1',
    publicUrl: 'http://localhost:3000',
    clock,
  });

const skipped = engineFor('go');

(skipped === undefined ? describe : describe.skip)(`requests to Stripe${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let mock: StripeMock;
  let between: Server;
  let payments: ReturnType<typeof paymentsAt>;
  let asked: Set<string>;
  let refused: string[];
  /** Changes of the mock's fixtures, so that the code under test makes each request once. */
  let changes: Record<string, unknown>;

  beforeAll(async () => {
    mock = await startStripeMock();
    between = createServer((request, response) => void forward(request, response));
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    payments = paymentsAt(`http://127.0.0.1:${(between.address() as AddressInfo).port}`);
  }, 180_000);
  afterAll(async () => {
    await mock.stop();
    between.closeAllConnections();
    await new Promise((resolve) => between.close(resolve));
  });
  beforeEach(() => {
    asked = new Set();
    refused = [];
    changes = {};
  });

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = await fetch(`${mock.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: 'Bearer sk_test_123', 'content-type': 'application/x-www-form-urlencoded' },
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    asked.add(
      `${request.method} ${request.url?.replace(/\?.*/, '').replaceAll(/(?<=\/)[a-z]+_[A-Za-z0-9_]+(?=\/|$)(?<!_payments|_portal)/g, ':id')}`,
    );
    if (answer.status !== 200) refused.push(`${request.method} ${request.url} ${body.toString()}: ${text}`);
    const changed = JSON.stringify(JSON.parse(text, (name, value: unknown) => changes[name] ?? value));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(changed);
  };

  it('match Stripe’s description of its API', async () => {
    expect(await payments.createCustomer('u1', 'customer-u1-0')).toMatch(/^cus_/);
    expect(await payments.customer('cus_1')).toMatchObject({ subscriptions: [{ id: expect.stringMatching(/^sub_/) as string }] });
    await payments.deleteCustomer('cus_1');
    expect(await payments.createCheckout('cus_1', 'u1')).toMatch(/^https:/);
    expect(await payments.createPortal('cus_1')).toMatch(/^https:/);
    for (const atPeriodEnd of [true, false]) {
      changes = { cancel_at_period_end: atPeriodEnd };
      await payments.resume('sub_1');
    }
    await payments.endForGood('sub_1');
    changes = { latest_invoice: { id: 'in_1', status: 'open' }, payment: { type: 'payment_intent', payment_intent: 'pi_1' } };
    await payments.cancelAndRefund('sub_1');
    expect(typeof (await payments.isOpen('in_1'))).toBe('boolean');
    const pages = [];
    for await (const page of payments.running()) pages.push(page);
    expect(pages).toMatchObject([[{ subscription: { id: expect.any(String) as string }, customerId: expect.any(String) as string }]]);
    expect(refused).toEqual([]);
    expect([...asked].sort()).toEqual([
      'DELETE /v1/customers/:id',
      'DELETE /v1/subscriptions/:id',
      'GET /v1/checkout/sessions',
      'GET /v1/customers/:id',
      'GET /v1/invoice_payments',
      'GET /v1/invoices/:id',
      'GET /v1/subscriptions',
      'GET /v1/subscriptions/:id',
      'POST /v1/billing_portal/sessions',
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/:id/expire',
      'POST /v1/customers',
      'POST /v1/invoices/:id/void',
      'POST /v1/refunds',
      'POST /v1/subscriptions/:id',
    ]);
  });

  it('are refused by the description when they are wrong', async () => {
    const { default: Stripe } = await import('stripe');
    const stripe = new Stripe('sk_test_123', {
      host: '127.0.0.1',
      port: Number(new URL(mock.url).port),
      protocol: 'http',
      maxNetworkRetries: 0,
    });
    await expect(stripe.refunds.create({ payment_intent: 'pi_1', reason: 'because' as never })).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.customers.create({ nickname: 'x' } as never)).rejects.toMatchObject({ statusCode: 400 });
  });
});

it('every failure of the provider is one error for the learner', async () => {
  await expect(paymentsAt('http://127.0.0.1:9').createPortal('cus_1')).rejects.toMatchObject({ code: 'bad_gateway', retryAfterSeconds: 5 });
});

describe('signed events', () => {
  const payments = paymentsAt('http://127.0.0.1:9');
  const bodyOf = (change: object = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'invoice.paid',
      data: { object: { object: 'invoice', customer: 'cus_1' } },
      ...change,
    });
  const sign = (body: string, secret = webhookSecret, at = seconds) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const header = (body: string, secret = webhookSecret, at = seconds) => `t=${at},v1=${sign(body, secret, at)}`;

  it('name the customer whose state may have changed', async () => {
    const body = bodyOf();
    expect(await payments.readEvent(body, header(body))).toEqual({ id: 'evt_1', type: 'invoice.paid', customerId: 'cus_1' });
    const about = bodyOf({ type: 'customer.deleted', data: { object: { object: 'customer', id: 'cus_2' } } });
    expect(await payments.readEvent(about, header(about))).toMatchObject({ customerId: 'cus_2' });
    const expanded = bodyOf({ data: { object: { customer: { id: 'cus_3' } } } });
    expect(await payments.readEvent(expanded, header(expanded))).toMatchObject({ customerId: 'cus_3' });
    const nobody = bodyOf({ type: 'price.updated', data: { object: { object: 'price', id: 'price_1' } } });
    expect((await payments.readEvent(nobody, header(nobody))).customerId).toBeUndefined();
  });

  it('report a failed renewal, but not a failed first payment', async () => {
    const invoice = { id: 'in_1', object: 'invoice', customer: 'cus_1', attempt_count: 2, amount_remaining: 999, currency: 'usd' };
    const failed = (billing_reason: string) => bodyOf({ type: 'invoice.payment_failed', data: { object: { ...invoice, billing_reason } } });
    const renewal = failed('subscription_cycle');
    expect((await payments.readEvent(renewal, header(renewal))).failedPayment).toEqual({
      invoiceId: 'in_1',
      attempt: 2,
      amount: 999,
      currency: 'usd',
    });
    const first = failed('subscription_create');
    expect((await payments.readEvent(first, header(first))).failedPayment).toBeUndefined();
  });

  it('are accepted with a rolled secret, when one of several signatures is valid', async () => {
    const body = bodyOf();
    await expect(
      payments.readEvent(body, `t=${seconds},v1=${sign(body, 'whsec_former')},v1=${sign(body)},v0=${'0'.repeat(64)}`),
    ).resolves.toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['without a signature', (body: string) => [body, undefined]],
    ['with an empty signature', (body: string) => [body, '']],
    ['with a made-up signature', (body: string) => [body, `t=${seconds},v1=${'a'.repeat(64)}`]],
    ['signed by another secret', (body: string) => [body, header(body, 'whsec_other')]],
    ['signed by two others', (body: string) => [body, `t=${seconds},v1=${sign(body, 'whsec_a')},v1=${sign(body, 'whsec_b')}`]],
    ['with the right signature under a scheme that is no longer safe', (body: string) => [body, `t=${seconds},v0=${sign(body)}`]],
    ['with one byte changed', (body: string) => [body.replace('cus_1', 'cus_2'), header(body)]],
    ['with a byte more', (body: string) => [`${body} `, header(body)]],
    ['with another time than was signed', (body: string) => [body, `t=${seconds - 1},v1=${sign(body)}`]],
    ['signed more than five minutes ago', (body: string) => [body, header(body, webhookSecret, seconds - 301)]],
  ] as const)('are refused %s', async (_what, forge) => {
    const [body, signature] = forge(bodyOf());
    await expect(payments.readEvent(String(body), signature)).rejects.toMatchObject({ code: 'bad_signature' });
  });

  it('are accepted for five minutes after their signature', async () => {
    const body = bodyOf();
    await expect(payments.readEvent(body, header(body, webhookSecret, seconds - 300))).resolves.toMatchObject({ id: 'evt_1' });
  });

  it.each([
    'null',
    '"x"',
    '{}',
    '{"id":"evt_1","type":"x"}',
    '{"id":"evt_1","type":"x","data":null}',
    '{"object":"v2.core.event","id":"evt_1"}',
  ])('are refused when the signed body is not an event: %s', async (body) => {
    await expect(payments.readEvent(body, header(body))).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid|bad_signature)$/) as string,
    });
  });
});
