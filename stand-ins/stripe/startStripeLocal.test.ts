import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { LOCAL_PRICE_ID } from './catalog.ts';
import { STRIPE_API_VERSION } from './shapes.ts';
import { startStripeLocal } from './startStripeLocal.ts';
import type { StripeLocal, StripeLocalOptions } from './startStripeLocal.ts';

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
    // Until all are accepted, also on a busy machine.
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

/** Resolves when all of these events were received. */
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
  const customer = await stripe.customers.create({ email: 'ann@example.com', metadata: { userId: 'u1' } });
  await told;
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: LOCAL_PRICE_ID, quantity: 1 }],
    success_url: 'http://localhost:3000/subscription?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/subscription?canceled=1',
    client_reference_id: 'u1',
    subscription_data: { metadata: { userId: 'u1' } },
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

  it('creates, changes and deletes customers', async () => {
    const made = await stripe.customers.create({ email: 'ann@example.com', name: 'Ann', metadata: { userId: 'u1', plan: 'x' } });
    expect(made).toMatchObject({ object: 'customer', email: 'ann@example.com', name: 'Ann', livemode: false });
    const changed = await stripe.customers.update(made.id, { email: 'new@example.com', name: '', metadata: { plan: '' } });
    expect(changed).toMatchObject({ id: made.id, email: 'new@example.com', name: null, metadata: { userId: 'u1' } });
    expect(await stripe.customers.retrieve(made.id)).toEqual(changed);
    expect((await stripe.customers.list({ email: 'new@example.com' })).data).toHaveLength(1);
    expect(await stripe.customers.del(made.id)).toMatchObject({ id: made.id, deleted: true });
    expect(await stripe.customers.retrieve(made.id)).toMatchObject({ id: made.id, deleted: true });
    await expect(stripe.customers.update(made.id, { name: 'x' })).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('has one price', async () => {
    const price = await stripe.prices.retrieve(LOCAL_PRICE_ID, { expand: ['product'] });
    expect(price).toMatchObject({
      unit_amount: 999,
      currency: 'usd',
      recurring: { interval: 'month' },
      product: { name: 'Lectern Premium' },
    });
    expect((await stripe.prices.list({ lookup_keys: ['lectern_premium_monthly'], active: true })).data).toHaveLength(1);
    expect((await stripe.prices.list({ lookup_keys: ['other'] })).data).toEqual([]);
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
    await expect(checkout({ success_url: 'nowhere' })).rejects.toMatchObject({ code: 'url_invalid', param: 'success_url' });
    await expect(stripe.customers.create({ nickname: 'x' } as never)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'nickname',
    });
    await expect(stripe.subscriptions.list({ customer: 'x', limit: 101 })).rejects.toMatchObject({ code: 'parameter_invalid_integer' });
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
    const first = await stripe.customers.create({ email: 'ann@example.com' }, { idempotencyKey: 'k1' });
    const again = await stripe.customers.create({ email: 'ann@example.com' }, { idempotencyKey: 'k1' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(stripe.customers.create({ email: 'ben@example.com' }, { idempotencyKey: 'k1' })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
    nowMs += 86_400_000;
    expect((await stripe.customers.create({ email: 'ben@example.com' }, { idempotencyKey: 'k1' })).id).not.toBe(first.id);
  });

  it('pages through lists by id, the newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await stripe.customers.create({ name: `${n}` })).id);
    const page = await stripe.customers.list({ limit: 2 });
    expect([page.data.map(({ id }) => id), page.has_more]).toEqual([ids.slice(0, 2), true]);
    expect((await stripe.customers.list({ limit: 3, starting_after: ids[1]! })).data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await stripe.customers.list({ limit: 2, ending_before: ids[3]! })).data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
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
    expect(text).toContain('ann@example.com');
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
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'customer', 'line_items'] });
    const subscription = paid.subscription as Stripe.Subscription;
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'u1',
      customer: { email: 'ann@example.com' },
    });
    expect(paid.line_items?.data[0]?.price?.id).toBe(LOCAL_PRICE_ID);
    expect(subscription).toMatchObject({ status: 'active', metadata: { userId: 'u1' }, cancel_at_period_end: false });
    expect(subscription.items.data[0]).toMatchObject({
      current_period_start: START / 1_000,
      current_period_end: Date.UTC(2026, 1, 28, 12) / 1_000,
      price: { id: LOCAL_PRICE_ID },
    });
    const event = received.find(({ type }) => type === 'checkout.session.completed');
    expect(event).toMatchObject({ api_version: STRIPE_API_VERSION, data: { object: { id: session.id, subscription: subscription.id } } });
    expect(await stripe.events.retrieve(event!.id)).toMatchObject({ id: event!.id, pending_webhooks: 0 });
    expect((await stripe.events.list({ type: 'invoice.paid' })).data).toHaveLength(1);
    const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 999,
      parent: { subscription_details: { subscription: subscription.id } },
    });
  });

  it('cannot be paid twice', async () => {
    const session = await checkout();
    const answers = await Promise.all([open(String(session.url), { method: 'POST' }), open(String(session.url), { method: 'POST' })]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const { data } = await stripe.subscriptions.list({ customer: String(session.customer) });
    expect(data).toHaveLength(1);
    expect(await (await open(String(session.url))).text()).toContain('paid already');
  });

  it('creates a customer when none is given', async () => {
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer_email: 'new@example.com',
      line_items: [{ price: LOCAL_PRICE_ID, quantity: 1 }],
      success_url: 'http://localhost:3000/done',
    });
    expect(await (await open(String(session.url))).text()).not.toContain('Back');
    await open(String(session.url), { method: 'POST' });
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer'] });
    expect(paid.customer).toMatchObject({ email: 'new@example.com' });
  });

  it('expires after a day', async () => {
    const session = await checkout();
    nowMs += 86_400_000;
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
    const resumed = await stripe.subscriptions.update(subscription, { cancel_at_period_end: false, metadata: { more: '1' } });
    expect(resumed).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      metadata: { userId: 'u1', more: '1' },
    });
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

  it('renew and end by the clock', async () => {
    const { subscription } = await subscribed();
    nowMs = Date.UTC(2026, 3, 1);
    const renewed = await stripe.subscriptions.retrieve(subscription);
    expect([renewed.status, periodEnd(renewed)]).toEqual(['active', Date.UTC(2026, 3, 30, 12) / 1_000]);
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    nowMs = Date.UTC(2026, 4, 1);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'canceled',
      ended_at: Date.UTC(2026, 3, 30, 12) / 1_000,
    });
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

  it('accepts a late payment without reviving an ended subscription, and voids an open invoice once', async () => {
    const { subscription, customer } = await subscribed();
    const { press } = await portalOf(customer);
    const failed = async () => {
      await press('fail');
      return String((await stripe.subscriptions.retrieve(subscription)).latest_invoice);
    };
    expect(await stripe.invoices.pay(await failed())).toMatchObject({ status: 'paid', attempt_count: 2 });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'active' });
    const owed = await failed();
    await stripe.subscriptions.cancel(subscription);
    await stripe.invoices.pay(owed);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' });
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
