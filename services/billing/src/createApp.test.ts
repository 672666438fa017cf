import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import type { ErrorBody, ServiceEvent } from '@lectern/contracts';
import { coalesceReads, openEmbeddedStore } from '@lectern/document-store';
import { countingStore, memoryStore } from '@lectern/document-store/testing';
import { createDeletedAccounts, createMetrics, silentLog, type InternalClient, type StatefulService } from '@lectern/service-kit';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { createApp } from './createApp.ts';
import type { Payments } from './domain/Payments.ts';
import { allCollections, cancellationsCollection, subscriptionsCollection, usagesCollection } from './store.ts';
import { stripePayments } from './stripe/stripePayments.ts';
import { fakeProvider } from './testing/fakeProvider.ts';

/** A request's body. */
type Sent = string | Uint8Array<ArrayBuffer>;

const internalSecret = 'a secret of the tests, long enough';
const webhookSecret = 'whsec_of_the_tests';

let folder: string;
let time: { now: Date };
let provider: ReturnType<typeof fakeProvider>;
let delivered: { to: string; event: ServiceEvent }[];
let unreachable: Set<string>;
let instances: StatefulService[];

let monotonicMs: number;
const clock = () => time.now;
const seconds = () => Math.floor(time.now.getTime() / 1000);

beforeEach(() => {
  folder = temporaryFolder('billing-app');
  time = { now: new Date('2026-03-05T10:00:00Z') };
  monotonicMs = 0;
  provider = fakeProvider();
  delivered = [];
  unreachable = new Set();
  instances = [];
});
afterEach(async () => {
  for (const instance of instances) await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

const call: InternalClient = async (request) => {
  if (unreachable.has(request.to)) throw new Error('not there');
  if (request.method === 'POST') delivered.push({ to: request.to, event: request.body as ServiceEvent });
  return {} as never;
};

/** An instance of the service on the one database, with Stripe's real signatures. */
const start = (change: Partial<Parameters<typeof createApp>[0]> = {}) => {
  const { readEvent } = stripePayments({
    secretKey: 'sk_test_123',
    webhookSecret,
    apiBase: 'http://127.0.0.1:9',
    priceId: 'price_1',
    publicUrl: 'http://localhost:3000',
    clock,
  });
  const payments: Payments = { ...provider.payments, readEvent };
  const store = openEmbeddedStore({ file: join(folder, 'billing.sqlite'), collections: allCollections });
  const instance = createApp({
    store,
    payments,
    internalSecret,
    call,
    metrics: createMetrics({ part: 'billing' }),
    log: silentLog,
    clock,
    monotonic: () => monotonicMs,
    repeat: () => () => undefined,
    pause: async () => undefined,
    ...change,
  });
  instances.push(instance);
  const send = (
    method: string,
    path: string,
    { userId, body, headers = {} }: { userId?: string; body?: Sent; headers?: Record<string, string> } = {},
  ) =>
    instance.app.request(path, {
      method,
      headers: {
        ...credentialHeaders(internalSecret, 'billing', path, { identity: userId === undefined ? {} : { userId }, now: clock() }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
  const asJson = { 'content-type': 'application/json' };
  return {
    ...instance,
    store,
    send,
    checkout: async (userId = 'u1') => {
      const answer = await send('POST', '/subscription/create', { userId, body: '{}', headers: asJson });
      return { status: answer.status, customer: provider.customerOf(userId) ?? '' };
    },
    status: async (userId = 'u1') => (await send('GET', '/subscription/status', { userId })).json() as Promise<Record<string, unknown>>,
    webhook: (body: Sent, signature?: string) =>
      send('POST', '/subscription/webhook', {
        body,
        headers: { ...asJson, ...(signature !== undefined && { 'stripe-signature': signature }) },
      }),
    erase: (userId: string) =>
      send('POST', '/internal/events', {
        body: JSON.stringify({ type: 'account.deleted', eventId: 'e1', userId }),
        headers: asJson,
      }),
  };
};

const eventOf = (customer: string, id = 'evt_1', type = 'customer.subscription.updated') =>
  JSON.stringify({ id, object: 'event', type, data: { object: { object: 'subscription', id: 'sub_x', customer } } });
const sign = (body: string | Buffer, at = seconds(), secret = webhookSecret) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')}`;
/** Polls until a condition holds. For work that the outbox does in the background. */
const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('the webhook', () => {
  it('handles a signed event, and its replay has no second effect', async () => {
    const { checkout, webhook, status, idle, store } = start();
    const { customer } = await checkout();
    provider.subscribe(customer);
    const body = eventOf(customer);
    const answer = await webhook(body, sign(body));
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    expect(await status()).toMatchObject({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
    const asked = provider.calls.length;
    for (let replay = 0; replay < 3; replay++) expect((await webhook(body, sign(body))).status).toBe(200);
    expect(provider.calls.length).toBe(asked);
    await idle();
    expect(delivered.map(({ to }) => to).sort()).toEqual(['library', 'study']);
    expect((await store.collection(subscriptionsCollection).get('u1'))?.version).toBe(2);
  });

  it('refuses forged events with 400, without an effect', async () => {
    const { checkout, webhook, status } = start();
    const { customer } = await checkout();
    provider.subscribe(customer);
    const body = eventOf(customer);
    const asked = provider.calls.length;
    const forged: [Sent, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, 'nonsense'],
      [body, `t=${seconds()},v1=${'0'.repeat(64)}`],
      [body, sign(body, seconds(), 'whsec_other')],
      [body, sign(body, seconds() - 301)],
      [`${body.slice(0, -1)} `, sign(body)],
      [body.replace('evt_1', 'evt_2'), sign(body)],
      ['', sign(body)],
      // Invalid UTF-8: with its own signature, and appended to a body that has the signature of the body alone.
      [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), sign(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
      [Buffer.concat([Buffer.from(body), Buffer.from([0xff])]), sign(body)],
      ['null', sign('null')],
      ['{"id":"evt_1"', sign('{"id":"evt_1"')],
    ];
    for (const [sent, signature] of forged) {
      const answer = await webhook(sent, signature);
      const { code, msg } = (await answer.json()) as ErrorBody;
      expect([answer.status, ['bad_signature', 'invalid'].includes(code), typeof msg]).toEqual([400, true, 'string']);
    }
    expect(provider.calls.length).toBe(asked);
    expect((await status()).subscriptionTier).toBe('free');
    const rolled = `${sign(body, seconds(), 'whsec_former')},${sign(body).replace(/^t=\d+,/, '')}`;
    expect((await webhook(body, rolled)).status).toBe(200);
    expect((await status()).subscriptionTier).toBe('premium');
  });

  it('refuses too large bodies with 413, with or without a declared length', async () => {
    const { webhook } = start();
    const large = 'x'.repeat(1_100_000);
    expect((await webhook(large, sign(large))).status).toBe(413);
  });

  it('answers 502 while Stripe does not answer, so that Stripe repeats the event; both are counted', async () => {
    const metrics = createMetrics({ part: 'billing' });
    const { checkout, webhook, status } = start({ metrics });
    const { customer } = await checkout();
    provider.subscribe(customer);
    const body = eventOf(customer);
    provider.control.isDown = true;
    const refused = await webhook(body, sign(body));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '5']);
    provider.control.isDown = false;
    for (let time = 0; time < 2; time += 1) expect((await webhook(body, sign(body))).status).toBe(200);
    expect((await status()).subscriptionTier).toBe('premium');
    const counted = (await metrics.text()).body.split('\n').filter((line) => line.startsWith('lectern_stripe_events_total'));
    expect(counted.map((line) => line.replace(/^.*result="(\w+)".* (\d+)$/, '$1 $2')).sort()).toEqual([
      'failed 1',
      'repeated 1',
      'taken 1',
    ]);
  });

  it('an event delivered 50 times concurrently to two instances has one effect and causes one event', async () => {
    const [one, two] = [start(), start()];
    const { customer } = await one.checkout();
    provider.subscribe(customer);
    const body = eventOf(customer);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => (number % 2 ? one : two).webhook(body, sign(body))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await one.idle();
    await two.idle();
    expect((await one.store.collection(subscriptionsCollection).get('u1'))?.version).toBe(2);
    // The outbox delivers at least once, so distinct events are counted: one for each receiver.
    const events = new Set(delivered.map(({ to, event }) => `${to} ${event.eventId} ${'version' in event ? event.version : ''}`));
    expect(events.size).toBe(2);
  });
});

describe('reconciliation', () => {
  it('runs at the start and again later, and neither the start nor readiness waits for it', async () => {
    const works: { work: () => Promise<unknown>; everyMs: number }[] = [];
    const instance = start({
      repeat: (work, everyMs) => {
        works.push({ work, everyMs });
        return () => undefined;
      },
    });
    expect(works).toMatchObject([{ everyMs: 300_000 }]);
    const { customer } = await instance.checkout();
    provider.subscribe(customer);
    await works[0]?.work();
    expect(await instance.status()).toMatchObject({ subscriptionTier: 'premium' });
  });

  it('with a hanging provider delays nothing', async () => {
    let asked = false;
    provider.payments.running = async function* () {
      asked = true;
      await new Promise(() => undefined);
      yield [];
    };
    const { send, status, close } = start({ repeat: (work) => (void work(), () => undefined) });
    expect(asked).toBe(true);
    expect((await send('GET', '/health/ready')).status).toBe(200);
    expect(await status()).toMatchObject({ subscriptionTier: 'free' });
    await close();
  });
});

describe('a deleted account', () => {
  it('is erased while Stripe and other services are down; the subscription ends when Stripe is back, and nothing is kept', async () => {
    const { checkout, webhook, erase, store, idle, send } = start();
    const { customer } = await checkout();
    const subscription = provider.subscribe(customer);
    const body = eventOf(customer);
    await webhook(body, sign(body));
    await idle();
    provider.control.isDown = true;
    unreachable = new Set(['library', 'study']);
    expect((await erase('u1')).status).toBe(200);
    expect((await send('GET', '/subscription/status', { userId: 'u1' })).status).toBe(401);
    await until(async () => (provider.calls.at(-1) ?? '') === 'endForGood');
    const cancellations = store.collection(cancellationsCollection);
    expect(await cancellations.get(subscription)).toMatchObject({ _id: subscription, outboxCount: 1 });
    expect(provider.subscriptions.get(subscription)?.status).toBe('active');
    provider.control.isDown = false;
    monotonicMs += 60_000;
    await until(async () => (await cancellations.get(subscription)) === undefined);
    expect(provider.subscriptions.get(subscription)?.status).toBe('canceled');
    expect(provider.customers.get(customer)?.isDeleted).toBe(true);
  });

  it('is erased again by another instance after a crash in the middle', async () => {
    const one = start();
    const { customer } = await one.checkout();
    const subscription = provider.subscribe(customer);
    const body = eventOf(customer);
    await one.webhook(body, sign(body));
    await one.idle();
    // State after the crash: the id is in `deletedAccounts`, and nothing else was changed.
    await createDeletedAccounts(one.store).add('u1');
    const two = start();
    expect((await two.erase('u1')).status).toBe(200);
    expect((await two.erase('u1')).status).toBe(200);
    await two.idle();
    await until(async () => provider.subscriptions.get(subscription)?.status === 'canceled');
    expect(await one.store.collection(subscriptionsCollection).get('u1')).toBeUndefined();
  });
});

describe('limits', () => {
  it('are answered also while the store cannot be written, as on a full disk', async () => {
    const store = openEmbeddedStore({ file: join(folder, 'full.sqlite'), collections: allCollections, pagesMax: 60 });
    const usages = store.collection(usagesCollection);
    const noted = { studyMaterials: 0, folders: 0, flashcards: 0, quizzes: 0 };
    let stored = 0;
    const isRoom = () =>
      usages.upsert({ _id: `other${(stored += 1)}`, ...noted }).then(
        () => true,
        () => false,
      );
    while (await isRoom());
    await expect(store.ping()).rejects.toThrow(/full/);
    const answers: Record<string, object> = { library: { studyMaterials: 3, folders: 2 }, study: { flashcards: 4, quizzes: 5 } };
    const { send } = start({ store, call: async ({ to }) => (answers[to] ?? {}) as never });
    const answer = await send('GET', '/subscription/limits', { userId: 'u1' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ studyMaterials: { current: 3 }, quizzes: { current: 5 } });
    await expect(usages.upsert({ _id: 'other', ...noted })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
  });

  it('after premium: resources over the free limits stay and count, and only creating is refused', async () => {
    const answers: Record<string, object> = { library: { studyMaterials: 12, folders: 2 }, study: { flashcards: 4, quizzes: 9 } };
    const { checkout, webhook, send } = start({ call: async ({ to }) => (answers[to] ?? {}) as never });
    const limits = async () => (await send('GET', '/subscription/limits', { userId: 'u1' })).json();
    const { customer } = await checkout();
    const subscription = provider.subscribe(customer, { cancelAtPeriodEnd: true });
    const body = eventOf(customer);
    await webhook(body, sign(body));
    const end = Date.parse(provider.subscriptions.get(subscription)?.endDate ?? '');
    time.now = new Date(end - 1);
    expect(await limits()).toMatchObject({ isPremium: true, studyMaterials: { current: 12, limit: null, canCreate: true } });
    time.now = new Date(end);
    expect(await limits()).toMatchObject({
      isPremium: false,
      studyMaterials: { current: 12, limit: 5, canCreate: false },
      folders: { current: 2, limit: 2, canCreate: false },
      flashcards: { current: 4, limit: 5, canCreate: true, canRegenerate: false },
      quizzes: { current: 9, limit: 5, canCreate: false, hasWeakAreaAnalysis: false },
    });
  });
});

it('reads the limits with one request to the store, and the status with one', async () => {
  const store = countingStore(memoryStore(allCollections));
  const { send } = start({ store: coalesceReads(store) });
  for (const path of ['/subscription/limits', '/subscription/status']) {
    await send('GET', path, { userId: 'u1' });
    expect(await store.requestsOf(async () => send('GET', path, { userId: 'u1' }))).toHaveLength(1);
  }
});
