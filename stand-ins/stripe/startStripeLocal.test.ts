import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { startStripeLocal, type StripeLocal, type StripeLocalOptions } from './startStripeLocal.ts';
import { LOCAL_PRICE_ID, STRIPE_API_VERSION } from './stripeObjects.ts';

const SECRET = 'whsec_test';
const START = Date.UTC(2026, 0, 31, 12);

let nowMs: number;
let provider: StripeLocal;
let stripe: Stripe;
let receiver: Server;
let webhookUrl: string;
let answerStatus: number;
let received: Stripe.Event[];
let attempts: number;
let folder: string;
let onReceived: () => void;

const start = async (options: Partial<StripeLocalOptions> = {}): Promise<void> => {
  const defaults = {
    port: 0,
    host: '127.0.0.1',
    secretKey: 'sk_test_local',
    webhookSecret: SECRET,
    webhookUrl,
    clock: () => nowMs,
    retryDelayMs: () => 5,
    // Long enough for all webhooks even on a busy machine.
    acceptWaitMs: 30_000,
  };
  provider = await startStripeLocal({ ...defaults, ...options });
  stripe = new Stripe('sk_test_local', { host: '127.0.0.1', port: provider.port, protocol: 'http', maxNetworkRetries: 0 });
};

beforeEach(async () => {
  nowMs = START;
  answerStatus = 200;
  received = [];
  onReceived = () => undefined;
  attempts = 0;
  folder = mkdtempSync(join(tmpdir(), 'stripe-local-'));
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      attempts += 1;
      const event = stripe.webhooks.constructEvent(
        Buffer.concat(chunks),
        String(request.headers['stripe-signature']),
        SECRET,
        300,
        undefined,
        Math.floor(nowMs / 1_000),
      );
      if (answerStatus === 200) received.push(event);
      response.writeHead(answerStatus).end();
      onReceived();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/subscription/webhook`;
  await start();
});
afterEach(async () => {
  await provider.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves once all of these events are received. */
const allReceived = (wanted: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    onReceived = () => {
      if (wanted.every((type) => types().includes(type))) resolve();
    };
  });
const types = (): string[] => received.map(({ type }) => type).sort();
const open = (url: string, init?: RequestInit) =>
  fetch(new URL(new URL(url).pathname, `http://127.0.0.1:${provider.port}`), { redirect: 'manual', ...init });
const checkout = async (fields: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> => {
  const told = allReceived(['customer.created']);
  const customer = await stripe.customers.create({ metadata: { userId: 'u1' } });
  await told;
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: LOCAL_PRICE_ID, quantity: 1 }],
    success_url: 'http://localhost:3000/subscription?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/subscription?canceled=1',
    client_reference_id: 'u1',
    metadata: { priceId: LOCAL_PRICE_ID },
    ...fields,
  });
};
const subscribed = async (): Promise<{ customer: string; subscription: string }> => {
  const session = await checkout();
  await open(String(session.url), { method: 'POST' });
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(session.id);
  received = [];
  return { subscription: String(subscription), customer: String(customer) };
};
const portalOf = async (customer: string) => {
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://localhost:3000/subscription' });
  const press = (action: string) => open(portal.url, { method: 'POST', body: new URLSearchParams({ action }) });
  const page = async () => (await open(portal.url)).text();
  const buttons = async () =>
    [...(await page()).matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map(([, label]) => label?.replace('&#39;', "'"));
  return { portal, press, page, buttons };
};
const periodEnd = (subscription: Stripe.Subscription): number => subscription.items.data[0]!.current_period_end;

describe('the API', () => {
  it('has the API version of the pinned SDK', () => {
    expect(Stripe.API_VERSION).toBe(STRIPE_API_VERSION);
  });

  it('creates and deletes customers', async () => {
    const made = await stripe.customers.create({ metadata: { userId: 'u1' } });
    expect(made).toMatchObject({ object: 'customer', metadata: { userId: 'u1' }, livemode: false });
    expect(await stripe.customers.retrieve(made.id)).toEqual(made);
    expect((await stripe.customers.list()).data).toHaveLength(1);
    expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ id: made.id, deleted: true });
    await expect(stripe.customers.del(made.id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('answers errors as Stripe does', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    });
    await expect(checkout({ line_items: [{ price: 'price_none', quantity: 1 }] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'line_items[0][price]',
    });
    await expect(checkout({ mode: 'payment' })).rejects.toMatchObject({ statusCode: 400, param: 'mode' });
    await expect(checkout({ success_url: 'nowhere' })).rejects.toMatchObject({ statusCode: 400, param: 'success_url' });
    await expect(stripe.customers.create({ nickname: 'x' } as never)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'nickname',
    });
    await expect(stripe.subscriptions.list({ customer: 'x', limit: 101 })).rejects.toMatchObject({ statusCode: 400, param: 'limit' });
    await expect(stripe.charges.list()).rejects.toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' });
    await expect(stripe.subscriptions.retrieve('sub_none', { expand: ['customer'] })).rejects.toMatchObject({ statusCode: 404 });
    const stranger = new Stripe('sk_test_other', { host: '127.0.0.1', port: provider.port, protocol: 'http' });
    await expect(stranger.customers.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    const keyless = await open('http://x/v1/customers');
    expect([keyless.status, await keyless.json()]).toEqual([
      401,
      { error: { type: 'invalid_request_error', message: expect.stringContaining('API key') as string } },
    ]);
  });

  it('repeats the answer for an idempotency key', async () => {
    const first = await stripe.customers.create({ metadata: { userId: 'ann' } }, { idempotencyKey: 'k1' });
    const again = await stripe.customers.create({ metadata: { userId: 'ann' } }, { idempotencyKey: 'k1' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(stripe.customers.create({ metadata: { userId: 'ben' } }, { idempotencyKey: 'k1' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  it('pages through lists by id, the newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await stripe.customers.create({ metadata: { userId: `${n}` } })).id);
    const page = await stripe.customers.list({ limit: 2 });
    expect([page.data.map(({ id }) => id), page.has_more]).toEqual([ids.slice(0, 2), true]);
    expect((await stripe.customers.list({ limit: 3, starting_after: ids[1]! })).data.map(({ id }) => id)).toEqual(ids.slice(2));
    const all: string[] = [];
    for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id);
    expect(all).toEqual(ids);
  });
});

describe('checkout', () => {
  it('shows a page with a form, without scripts or foreign resources', async () => {
    const session = await checkout();
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 999,
      url: `http://localhost:${provider.port}/checkout/${session.id}`,
    });
    const answer = await open(String(session.url));
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toMatch(/<title>[^<]*local payment stand-in<\/title>/);
    expect([...text.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual(['Subscribe', 'Back']);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain(`form-action 'self' http://localhost:3000;`);
    expect(policy).not.toContain('unsafe');
    expect(text).not.toContain('<script');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const back = await open(`${session.url}/back`, { method: 'POST' });
    expect([back.status, back.headers.get('location')]).toEqual([303, 'http://localhost:3000/subscription?canceled=1']);
    expect((await open('http://x/checkout/cs_test_none')).status).toBe(404);
  });

  it('pays, sends signed webhooks, and then redirects', async () => {
    const session = await checkout();
    received = [];
    const answer = await open(String(session.url), { method: 'POST' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `http://localhost:3000/subscription?session=${session.id}`]);
    expect(types()).toEqual(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid', 'invoice.payment_succeeded']);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'customer'] });
    const subscription = paid.subscription as Stripe.Subscription;
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'u1',
      customer: { metadata: { userId: 'u1' } },
      metadata: { priceId: LOCAL_PRICE_ID },
    });
    expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(subscription.items.data[0]).toMatchObject({
      current_period_start: START / 1_000,
      current_period_end: Date.UTC(2026, 1, 28, 12) / 1_000,
      price: { id: LOCAL_PRICE_ID },
    });
    const event = received.find(({ type }) => type === 'checkout.session.completed');
    expect(event).toMatchObject({ api_version: STRIPE_API_VERSION, data: { object: { id: session.id, subscription: subscription.id } } });
    expect((await stripe.events.list({ type: 'checkout.session.completed' })).data).toMatchObject([{ id: event!.id, pending_webhooks: 0 }]);
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 999 });
  });

  it('cannot be paid twice', async () => {
    const session = await checkout();
    const answers = await Promise.all([open(String(session.url), { method: 'POST' }), open(String(session.url), { method: 'POST' })]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const { data } = await stripe.subscriptions.list({ customer: String(session.customer) });
    expect(data).toHaveLength(1);
    expect(await (await open(String(session.url))).text()).toContain('paid already');
  });

  it('cannot be paid once it has expired', async () => {
    const session = await checkout();
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', subscription: null });
    expect(await (await open(String(session.url), { method: 'POST' })).text()).toContain('expired');
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', subscription: null });
  });

  it('redirects also when webhooks are not accepted, and retries them', async () => {
    await provider.close();
    await start({ acceptWaitMs: 150 });
    const session = await checkout();
    received = [];
    answerStatus = 500;
    expect((await open(String(session.url), { method: 'POST' })).status).toBe(303);
    await new Promise<void>((resolve) => {
      onReceived = () => {
        if (attempts > 8) resolve();
      };
    });
    const all = allReceived(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid', 'invoice.payment_succeeded']);
    answerStatus = 200;
    await all;
    expect(received).toHaveLength(4);
  });
});

describe('subscriptions', () => {
  it('are cancelled at the end of the period and resumed', async () => {
    const { subscription, customer } = await subscribed();
    const turned = await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    expect(turned).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: periodEnd(turned),
      canceled_at: START / 1_000,
    });
    const resumed = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    const { data } = await stripe.events.list({ type: 'customer.subscription.updated' });
    expect(data.map((event) => event.data.previous_attributes)).toMatchObject([
      { cancel_at_period_end: true },
      { cancel_at_period_end: false },
    ]);
    expect((await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.customer'] })).data).toMatchObject([
      { customer: { id: customer } },
    ]);
    await expect(stripe.subscriptions.update(subscription, { items: [], trial_end: 'now' } as never)).rejects.toMatchObject({
      code: 'parameter_unknown',
    });
  });

  it('are cancelled at once', async () => {
    const { subscription, customer } = await subscribed();
    expect(await stripe.subscriptions.cancel(subscription)).toMatchObject({ status: 'canceled', ended_at: START / 1_000 });
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
    expect((await stripe.subscriptions.list({ customer, status: 'canceled' })).data).toHaveLength(1);
    await expect(stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.subscriptions.update(subscription, { cancel_at_period_end: false })).rejects.toMatchObject({ statusCode: 400 });
  });

  it('end with their customer', async () => {
    const { subscription, customer } = await subscribed();
    await stripe.customers.del(customer);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
  });

  it('are kept after a restart, with their undelivered webhooks', async () => {
    await provider.close();
    const file = join(folder, 'payments', 'state.sqlite');
    await start({ file, acceptWaitMs: 150 });
    const session = await checkout();
    answerStatus = 503;
    await open(String(session.url), { method: 'POST' });
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
    await provider.close();
    answerStatus = 200;
    const all = allReceived(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid', 'invoice.payment_succeeded']);
    await start({ file });
    await all;
    expect(await stripe.subscriptions.retrieve(String(subscription))).toMatchObject({ status: 'active' });
  });
});

describe('the portal', () => {
  it('cancels and resumes', async () => {
    const { subscription, customer } = await subscribed();
    const { press, buttons, portal } = await portalOf(customer);
    expect(portal).toMatchObject({
      object: 'billing_portal.session',
      customer,
      url: `http://localhost:${provider.port}/portal/${portal.id}`,
    });
    expect(await buttons()).toEqual(['Cancel subscription', 'Fail next payment', "Advance to the period's end", 'Return']);
    const answer = await press('cancel');
    expect([answer.status, answer.headers.get('location'), types()]).toEqual([
      303,
      `/portal/${portal.id}`,
      ['customer.subscription.updated'],
    ]);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at_period_end: true });
    expect(await buttons()).toEqual(['Resume subscription', "Advance to the period's end", 'Return']);
    await press('resume');
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ cancel_at_period_end: false });
    const back = await open(`${portal.url}/return`, { method: 'POST' });
    expect([back.status, back.headers.get('location')]).toEqual([303, 'http://localhost:3000/subscription']);
  });

  it('ends a cancelled subscription at the advanced end of its period', async () => {
    const { subscription, customer } = await subscribed();
    const { press, page } = await portalOf(customer);
    await press('cancel');
    nowMs += 5_000;
    await press('advance');
    const over = await stripe.subscriptions.retrieve(subscription);
    expect(over).toMatchObject({ status: 'canceled', ended_at: nowMs / 1_000 });
    expect(periodEnd(over)).toBe(nowMs / 1_000);
    expect(types()).toEqual(['customer.subscription.deleted', 'customer.subscription.updated']);
    expect(await page()).toContain('no running subscription');
    expect((await press('advance')).status).toBe(303);
  });

  it('renews a running subscription', async () => {
    const { subscription, customer } = await subscribed();
    await (await portalOf(customer)).press('advance');
    const renewed = await stripe.subscriptions.retrieve(subscription);
    expect([renewed.status, periodEnd(renewed)]).toEqual(['active', Date.UTC(2026, 2, 31, 12) / 1_000]);
    expect(types()).toEqual(['customer.subscription.updated', 'invoice.paid', 'invoice.payment_succeeded']);
  });

  it('fails a payment, whose invoice can be paid later', async () => {
    const { subscription, customer } = await subscribed();
    const { press, buttons } = await portalOf(customer);
    await press('fail');
    const failed = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] });
    expect(failed).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', amount_remaining: 999, attempt_count: 1 } });
    expect(types()).toEqual(['customer.subscription.updated', 'invoice.payment_failed']);
    expect(await buttons()).toEqual(['Pay the open invoice', 'Cancel subscription', "Advance to the period's end", 'Return']);
    await press('pay');
    expect(await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid' },
    });
  });

  it('voids an open invoice once', async () => {
    const { subscription, customer } = await subscribed();
    const { press } = await portalOf(customer);
    await press('fail');
    const owed = String((await stripe.subscriptions.retrieve(subscription)).latest_invoice);
    expect(await stripe.invoices.voidInvoice(owed)).toMatchObject({ status: 'void' });
    await expect(stripe.invoices.voidInvoice(owed)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refuses unknown sessions and actions', async () => {
    const { customer } = await subscribed();
    expect((await (await portalOf(customer)).press('explode')).status).toBe(400);
    expect((await open('http://x/portal/bps_none')).status).toBe(404);
    await expect(stripe.billingPortal.sessions.create({ customer: 'cus_none' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'customer',
    });
  });
});

it('listens on loopback only', async () => {
  await expect(start({ host: '0.0.0.0' })).rejects.toThrow(/loopback/);
});
