import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, temporaryFolder } from '@lectern/test-servers';
import { serve, type ServerType } from '@hono/node-server';
import Stripe from 'stripe';
import type { ServiceEvent } from '@lectern/contracts';
import { openEmbeddedStore } from '@lectern/document-store';
import { createMetrics, silentLog, type StatefulService } from '@lectern/service-kit';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { createApp } from './createApp.ts';
import { allCollections, cancellationsCollection, subscriptionsCollection } from './store.ts';
import { stripePayments } from './stripe/stripePayments.ts';

// The local stand-in for Stripe runs as its own process, as on a developer's machine.
const program = join(__dirname, '..', '..', '..', 'stand-ins', 'main.ts');
const internalSecret = 'a secret of the tests, long enough';
const secretKey = 'sk_test_of_the_tests';
const webhookSecret = 'whsec_of_the_tests';
const priceId = 'price_lectern_premium_monthly';
const publicUrl = 'http://localhost:3000';

// Webhooks that were not accepted are retried after seconds, more often on a busy machine.
jest.setTimeout(90_000);

let folder: string;
let local: ChildProcess;
let apiBase: string;
let gatewayPort: number;
let stripe: Stripe;
let delivered: { to: string; event: ServiceEvent }[];
let runNow: () => Promise<unknown>;
let server: ServerType;
let service: StatefulService;

const startService = async (): Promise<void> => {
  const store = openEmbeddedStore({ file: join(folder, 'billing.sqlite'), collections: allCollections });
  const clock = () => new Date();
  service = createApp({
    store,
    payments: stripePayments({ secretKey, webhookSecret, apiBase, priceId, publicUrl, clock }),
    internalSecret,
    call: async (request) => {
      if (request.method === 'POST') delivered.push({ to: request.to, event: request.body as ServiceEvent });
      return {} as never;
    },
    metrics: createMetrics({ part: 'billing' }),
    log: silentLog,
    clock,
    repeat: (work) => {
      runNow = work;
      return () => undefined;
    },
    pause: async () => undefined,
  });
  const { app } = service;
  // What the gateway does with an event of Stripe: it passes it on with its own credential.
  const fetch = (request: Request) => {
    const headers = new Headers({
      ...Object.fromEntries(request.headers),
      ...credentialHeaders(internalSecret, 'billing', new URL(request.url).pathname, { now: clock() }),
    });
    return app.fetch(new Request(request, { headers }));
  };
  server = serve({ fetch, port: gatewayPort, hostname: '127.0.0.1' });
  await once(server, 'listening');
};
const stopService = async (): Promise<void> => {
  await new Promise((resolve) => {
    server.close(resolve);
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  await service.close();
};

beforeAll(async () => {
  folder = temporaryFolder('billing-life');
  const localPort = await freePort();
  gatewayPort = await freePort();
  apiBase = `http://127.0.0.1:${localPort}`;
  local = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      MAIL_LOCAL: 'off',
      REMOTES_LOCAL: 'off',
      DATA_DIR: folder,
      STRIPE_LOCAL_PORT: String(localPort),
      GATEWAY_PORT: String(gatewayPort),
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_ID: priceId,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([once(local, 'message'), once(local, 'exit').then(() => Promise.reject(new Error('The provider ended.')))]);
  stripe = new Stripe(secretKey, { host: '127.0.0.1', port: localPort, protocol: 'http' });
});
afterAll(async () => {
  local.kill();
  await once(local, 'exit');
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  delivered = [];
  await startService();
});
afterEach(stopService);

const ask = async (userId: string, method: string, path: string) => {
  const answer = await service.app.request(`/subscription/${path}`, {
    method,
    headers: {
      ...credentialHeaders(internalSecret, 'billing', `/subscription/${path}`, { identity: { userId } }),
      'content-type': 'application/json',
    },
    ...(method === 'POST' && { body: '{}' }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};
const status = async (userId: string) => (await ask(userId, 'GET', 'status')).body;
const press = (url: string | undefined, fields: Record<string, string> = {}) =>
  fetch(new URL(new URL(url ?? '').pathname, apiBase), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
const portal = async (userId: string, action: string) => press((await ask(userId, 'POST', 'portal')).body['url'], { action });
const subscribe = async (userId: string) => {
  const { body } = await ask(userId, 'POST', 'create');
  expect((await press(body['checkoutUrl'])).status).toBe(303);
  return body['checkoutUrl'];
};
/** Polls until the status is like this: events may be accepted after the page has gone on. */
const expectStatus = async (userId: string, wanted: object): Promise<void> => {
  for (let round = 0; round < 2_000; round++) {
    const now = await status(userId);
    if (Object.entries(wanted).every(([name, value]) => now[name] === value)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(await status(userId)).toMatchObject(wanted);
};
const erase = (userId: string) =>
  service.app.request('/internal/events', {
    method: 'POST',
    headers: {
      ...credentialHeaders(internalSecret, 'billing', '/internal/events', { issuer: 'auth' }),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ type: 'account.deleted', eventId: `e-${userId}`, userId }),
  });
const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  for (let round = 0; round < 2_000; round++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('It did not come true.');
};
const premium = { subscriptionTier: 'premium', subscriptionStatus: 'active' };

describe('the life of a subscription, by the official SDK and signed events', () => {
  it('checkout, cancellation, resumption, failed payment with mail, recovery, refund, renewal, end, and a new start', async () => {
    await subscribe('u1');
    await expectStatus('u1', { ...premium, cancelAtPeriodEnd: false });
    const { stripeCustomerId: customer = '', stripeSubscriptionId: first = '', subscriptionEndDate: firstEnd } = await status('u1');
    expect((await ask('u1', 'POST', 'create')).status).toBe(409);

    await portal('u1', 'cancel');
    await expectStatus('u1', { ...premium, cancelAtPeriodEnd: true, subscriptionEndDate: firstEnd });
    expect((await ask('u1', 'POST', 'upgrade')).body).toEqual({ status: 'active' });
    await expectStatus('u1', { ...premium, cancelAtPeriodEnd: false });

    await portal('u1', 'fail');
    await expectStatus('u1', { subscriptionTier: 'premium', subscriptionStatus: 'past_due' });
    await until(async () => delivered.some(({ event }) => event.type === 'payment.failed'));
    expect(delivered.filter(({ event }) => event.type === 'payment.failed')).toMatchObject([
      { to: 'auth', event: { userId: 'u1', amount: 999, currency: 'usd' } },
    ]);
    await portal('u1', 'pay');
    await expectStatus('u1', premium);

    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(first);
    const [payment] = (await stripe.invoicePayments.list({ invoice: String(invoice) })).data;
    await stripe.refunds.create({ payment_intent: String(payment?.payment.payment_intent) });
    await until(async () => (await stripe.events.list({ type: 'charge.refunded' })).data[0]?.pending_webhooks === 0);
    expect(await status('u1')).toMatchObject(premium);

    await portal('u1', 'advance');
    await until(async () => (await status('u1'))['subscriptionEndDate'] !== firstEnd);
    await portal('u1', 'cancel');
    await expectStatus('u1', { cancelAtPeriodEnd: true });
    await portal('u1', 'advance');
    await expectStatus('u1', { subscriptionTier: 'free', subscriptionStatus: 'canceled', cancelAtPeriodEnd: false });

    await subscribe('u1');
    await expectStatus('u1', { ...premium, stripeCustomerId: customer });
    expect((await status('u1'))['stripeSubscriptionId']).not.toBe(first);
  });

  it('a learner whose customer was deleted at Stripe is free; the next checkout creates another customer', async () => {
    await subscribe('u2');
    await expectStatus('u2', premium);
    const { stripeCustomerId: customer = '' } = await status('u2');
    await stripe.customers.del(customer);
    await expectStatus('u2', { subscriptionTier: 'free', stripeCustomerId: null });
    await subscribe('u2');
    await expectStatus('u2', premium);
    expect((await status('u2'))['stripeCustomerId']).not.toBe(customer);
  });

  it('an open checkout is reused; of two paid ones the newest stays, the other is refunded', async () => {
    const first = (await ask('u3', 'POST', 'create')).body['checkoutUrl'];
    expect((await ask('u3', 'POST', 'create')).body['checkoutUrl']).toBe(first);
    const { stripeCustomerId: customer = '' } = await status('u3');
    // A second session, as two instances may create concurrently.
    const second = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: publicUrl,
    });
    await press(first);
    await expectStatus('u3', premium);
    const { stripeSubscriptionId: older = '' } = await status('u3');
    await press(second.url ?? undefined);
    await until(async () => (await stripe.subscriptions.retrieve(older)).status === 'canceled');
    await until(async () => (await stripe.subscriptions.list({ customer })).data.length === 1);
    const [running] = (await stripe.subscriptions.list({ customer })).data;
    await expectStatus('u3', { ...premium, stripeSubscriptionId: running?.id });
    expect((await stripe.refunds.list()).data.filter(({ reason }) => reason === 'duplicate')).toMatchObject([
      { amount: 999, customer, status: 'succeeded' },
    ]);
  });

  it('a checkout of another price or address is expired, not reused', async () => {
    await ask('u4', 'POST', 'create');
    const { stripeCustomerId: customer = '' } = await status('u4');
    const [open] = (await stripe.checkout.sessions.list({ customer, status: 'open' })).data;
    const other = stripePayments({
      secretKey,
      webhookSecret,
      apiBase,
      priceId,
      publicUrl: 'https://moved.example',
      clock: () => new Date(),
    });
    await other.createCheckout(customer, 'u4');
    expect((await stripe.checkout.sessions.retrieve(open?.id ?? '')).status).toBe('expired');
    expect((await stripe.checkout.sessions.list({ customer, status: 'open' })).data).toHaveLength(1);
  });

  it('a payment whose events were lost is repaired by reconciliation; late events change nothing', async () => {
    await ask('u5', 'POST', 'create');
    const { body } = await ask('u5', 'POST', 'create');
    await stopService();
    await press(body['checkoutUrl']);
    await startService();
    await runNow();
    expect(await status('u5')).toMatchObject(premium);
    // Stripe sends again what was not accepted.
    await until(async () => (await stripe.events.list({ limit: 100 })).data.every(({ pending_webhooks: waiting }) => waiting === 0));
    expect((await documentOf('u5'))?.version).toBe(2);
    await service.idle();
    expect(
      delivered
        .filter(({ event }) => event.userId === 'u5' && event.type === 'plan.changed')
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['library', 'study']);
  });

  it('all subscriptions of a deleted account end at once at Stripe, also those paid afterwards', async () => {
    await subscribe('u6');
    await expectStatus('u6', premium);
    const { stripeCustomerId: customer = '', stripeSubscriptionId: subscription = '' } = await status('u6');
    const spare = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: publicUrl,
    });
    await erase('u6');
    await until(async () => (await stripe.subscriptions.retrieve(subscription)).status === 'canceled');
    await until(async () => 'deleted' in (await stripe.customers.retrieve(customer)));
    expect((await press(spare.url ?? undefined)).status).toBe(400);
    const store = openEmbeddedStore({ file: join(folder, 'billing.sqlite'), collections: allCollections });
    await until(async () => (await store.collection(cancellationsCollection).get(subscription)) === undefined);
    await store.close();

    const { body } = await ask('u7', 'POST', 'create');
    const { stripeCustomerId: other = '' } = await status('u7');
    // As if Stripe had not answered when the account was deleted: the customer is still there, with a checkout open.
    await withoutDeleting(() => erase('u7'));
    expect('deleted' in (await stripe.customers.retrieve(other))).toBe(false);
    await press(body['checkoutUrl']);
    await until(async () => 'deleted' in (await stripe.customers.retrieve(other)));
    expect((await stripe.subscriptions.list({ customer: other, status: 'all' })).data.map((each) => each.status)).toEqual(['canceled']);
  });
});

const documentOf = async (userId: string) => {
  const store = openEmbeddedStore({ file: join(folder, 'billing.sqlite'), collections: allCollections });
  const document = await store.collection(subscriptionsCollection).get(userId);
  await store.close();
  return document;
};

/** Erases while the provider cannot be reached. */
const withoutDeleting = async (work: () => Promise<unknown> | Response): Promise<void> => {
  await stopService();
  const real = apiBase;
  apiBase = 'http://127.0.0.1:9';
  await startService();
  await work();
  await stopService();
  apiBase = real;
  await startService();
};
