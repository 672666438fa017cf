import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { startMailbox, type Mailbox } from '@lectern/stand-ins/mailbox';
import { startStripeLocal, type StripeLocal } from '@lectern/stand-ins/stripe';
import { engineFor, freePort, startMongoServer, type MongoServer } from '@lectern/test-servers';
import jwt from 'jsonwebtoken';
import { call, mailedLink, newLearner, password, type Answer, type Learner } from '../support/api.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { isClearRefusal, pauseAfter, unlessRefused } from '../support/isClearRefusal.ts';
import { lineFaults, startFaultyLines, type FaultyLine, type FaultyLines, type LineFault } from '../support/startFaultyLines.ts';

const missing = engineFor('java') ?? engineFor('go');
if (missing) console.log(`${missing} What happens when the lines of study, auth and billing fail is not tried.`);

const host = '127.0.0.1';
const secretKey = 'sk_test_lines';
/** Calls to parts with healthy lines, made during each fault. */
const callsOfOthers = 20;

/** An action that a learner retries until it is acknowledged. */
interface Effort {
  /** Whether it needs a faulty line before it can be acknowledged. */
  waits: boolean;
  /** The answers so far. */
  answers: Answer[];
  /** Checks that it took effect exactly once. */
  check: () => Promise<void>;
}

// Serial, because all tests disturb the same lines.
test.describe.configure({ mode: 'serial' });

test.describe('lines of study, auth and billing', () => {
  test.skip(missing !== undefined, missing);

  let server: MongoServer;
  let lines: FaultyLines;
  let mailbox: Mailbox;
  let stripe: StripeLocal;
  let backend: Backend;
  let stores: FaultyLine[];
  let outside: FaultyLine[];
  let accounts: Learner[];
  let mailboxAddress: string;

  test.beforeAll(async () => {
    [server, lines, mailbox] = await Promise.all([
      startMongoServer(),
      startFaultyLines(),
      startMailbox({ smtpPort: 0, pagePort: 0, host }),
    ]);
    mailboxAddress = `http://${host}:${String(mailbox.pagePort)}`;
    const { hostname, port } = new URL(server.url);
    const mongo = { host: hostname, port: Number(port) };
    const stripePort = await freePort();
    stores = await Promise.all(['study', 'auth', 'billing'].map((name) => lines.line(name, mongo)));
    outside = [await lines.line('stripe', { host, port: stripePort }), await lines.line('smtp', { host, port: mailbox.smtpPort })];
    const [study = {}, auth = {}, billing = {}] = stores.map((line) => ({ MONGODB_URL: `mongodb://${host}:${String(line.port)}/lines` }));
    const webhookSecret = randomBytes(32).toString('base64url');
    const environment = {
      MONGODB_URL: `${server.url}/lines`,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_ID: 'price_lectern_premium_monthly',
      STRIPE_API_BASE: `http://${host}:${String(outside[0]?.port)}`,
      SMTP_URL: `smtp://${host}:${String(outside[1]?.port)}`,
    };
    backend = await startBackend(environment, { study, auth, billing });
    stripe = await startStripeLocal({
      port: stripePort,
      host,
      secretKey,
      webhookSecret,
      webhookUrl: `${backend.api}/subscription/webhook`,
      retryDelayMs: () => 250,
      acceptWaitMs: 0,
    });
    accounts = await Promise.all([0, 1].map(() => newLearner({ api: backend.api, mailbox: mailboxAddress })));
  });
  test.afterAll(async () => {
    await backend?.stop();
    await stripe?.close();
    await mailbox?.close();
    await lines?.stop();
    await server?.stop();
  });

  const ask = (method: string, path: string, options: Parameters<typeof call>[2]): Promise<Answer> =>
    call(method, path, options, backend.api);
  /** Reads once the lines are healthy. */
  const read = (path: string, token?: string): Promise<Answer> => unlessRefused(() => ask('GET', path, { token }));
  const someone = (userId: string = randomUUID()): string =>
    jwt.sign({ sub: userId, sid: randomUUID(), aud: 'lectern', typ: 'session' }, backend.tokenSecret, {
      algorithm: 'HS256',
      expiresIn: 600,
    });

  const effort = (attempt: () => Promise<Answer>, check: (taken: Answer) => Promise<void>, waits = true): Effort => {
    const answers: Answer[] = [];
    const untilTaken = async (): Promise<Answer> => {
      for (let tries = 0; tries < 100; tries += 1) {
        const answer = await attempt();
        answers.push(answer);
        if (answer.status < 300) return answer;
        await pauseAfter(answer);
      }
      throw new Error(`Never acknowledged: ${JSON.stringify(answers.at(-1)?.body)}`);
    };
    const acknowledged = untilTaken();
    // Awaited once the line is healthy.
    acknowledged.catch(() => undefined);
    return { waits, answers, check: async () => check(await acknowledged) };
  };

  const deck = (): Effort => {
    const token = someone();
    const headers = { 'idempotency-key': randomUUID() };
    return effort(
      () => ask('POST', '/flashcards/own', { token, headers, body: { title: 'Cardiology' } }),
      async ({ body: made }) => {
        const decks = await read('/flashcards', token);
        expect(decks.body.map(({ _id }: { _id: string }) => _id)).toEqual([made._id]);
        // A count that the fault interrupted is corrected once no late writes of the failed attempt are possible.
        await expect
          .poll(async () => (await read('/subscription/limits', token)).body.flashcards.current as number, { timeout: 40_000 })
          .toBe(1);
      },
    );
  };

  const profile = ({ token }: Learner, lastName: string): Effort =>
    effort(
      () => ask('PUT', '/auth/update-profile', { token, body: { firstName: 'Ada', lastName } }),
      async () => expect((await read('/auth/user', token)).body.user.lastName).toBe(lastName),
    );

  const registration = (): Effort => {
    const email = `${randomUUID()}@students.example`;
    const headers = { 'idempotency-key': randomUUID() };
    return effort(
      () => ask('POST', '/auth/register', { headers, body: { firstName: 'Ada', lastName: 'Byron', email, password } }),
      async () => {
        // The mail arrives at the latest after the queue's longest pause.
        await expect.poll(() => mailsTo(email), { timeout: 150_000 }).toBe(1);
        const link = await mailedLink(email, 'verify-email', { mailbox: mailboxAddress });
        expect((await read(`/auth/verify-email/${link.split('/').at(-1) ?? ''}`)).status).toBe(200);
        expect(await mailsTo(email)).toBe(1);
      },
      // The mail waits, but the learner does not.
      false,
    );
  };
  const mailsTo = async (email: string): Promise<number> =>
    ((await (await fetch(`${mailboxAddress}/email`)).json()) as { to: string }[]).filter(({ to }) => to === email).length;

  const pay = async (checkoutUrl: string): Promise<void> => {
    expect((await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  };
  const atStripe = async (path: string): Promise<{ id: string; metadata: { userId?: string } }[]> => {
    const answer = await fetch(`http://${host}:${String(stripe.port)}/v1/${path}`, { headers: { authorization: `Bearer ${secretKey}` } });
    return ((await answer.json()) as { data: { id: string; metadata: { userId?: string } }[] }).data;
  };
  /** Checks that the learner is premium, with one customer and one subscription. */
  const checkPremium = async (userId: string): Promise<void> => {
    const token = someone(userId);
    await expect.poll(async () => (await read('/subscription/status', token)).body.subscriptionTier as string).toBe('premium');
    const customers = (await atStripe('customers?limit=100')).filter(({ metadata }) => metadata.userId === userId);
    expect(customers).toHaveLength(1);
    expect(await atStripe(`subscriptions?status=all&customer=${customers[0]?.id ?? ''}`)).toHaveLength(1);
    // The other services learn the plan as well.
    await expect.poll(async () => (await read('/subscription/limits', token)).body.flashcards.limit as number | null).toBe(null);
  };

  const checkout = (): Effort => {
    const userId = randomUUID();
    const token = someone(userId);
    return effort(
      () => ask('POST', '/subscription/create', { token, headers: { 'idempotency-key': randomUUID() }, body: {} }),
      async ({ body }) => {
        await pay(body.checkoutUrl as string);
        await checkPremium(userId);
      },
    );
  };
  /** Opens a checkout, which is paid while the line is faulty. */
  const openCheckout = async (): Promise<() => Promise<Effort>> => {
    const userId = randomUUID();
    const opened = await ask('POST', '/subscription/create', { token: someone(userId), body: {} });
    expect(opened.status).toBe(200);
    return async () => {
      await pay(opened.body.checkoutUrl as string);
      return { waits: false, answers: [], check: () => checkPremium(userId) };
    };
  };

  interface Bout {
    spoilt: FaultyLine[];
    fault: LineFault;
    begin: () => Effort[];
    /** Calls to parts with healthy lines. */
    others: string[];
    /** Whether actions that need a faulty line are answered before the lines recover. */
    answers: boolean;
  }

  /** Disturbs lines while learners are active, and checks that nothing is lost or done twice. */
  const under = async ({ spoilt, fault, begin, others, answers: isAnswered }: Bout): Promise<void> => {
    const payLate = await openCheckout();
    const heals = await Promise.all(spoilt.map((line) => line.spoil(fault)));
    const efforts: Effort[] = [];
    try {
      efforts.push(...begin(), await payLate());
      const waiting = efforts.filter(({ waits }) => waits);
      const token = accounts[0]?.token ?? '';
      for (let turn = 0; turn < callsOfOthers; turn += 1)
        expect((await ask('GET', others[turn % others.length] ?? '', { token })).status).toBe(200);
      // All calls to the other parts were answered before any of these.
      if (fault === 'half-open') expect(waiting.flatMap(({ answers }) => answers)).toEqual([]);
      if (isAnswered) await expect.poll(() => waiting.every(({ answers }) => answers.length > 0)).toBe(true);
    } finally {
      await Promise.all(heals.map((heal) => heal()));
    }
    await Promise.all(efforts.map(({ check }) => check()));
    // A retry gets 409 while the earlier attempt is still running.
    const refused = efforts.flatMap(({ answers }) => answers.slice(0, -1)).filter(({ status }) => status !== 409);
    expect(refused.filter((answer) => !isClearRefusal(answer)).map(({ status, body }) => ({ status, body }))).toEqual([]);
    if (isAnswered && fault !== 'slow') expect(refused.length).toBeGreaterThan(0);
    console.log(`note: ${fault}: ${String(refused.length)} clear refusals`);
  };

  for (const fault of lineFaults)
    test(`to their stores, ${fault}: what is acknowledged is there once, and the library goes on`, async () => {
      await under({
        spoilt: stores,
        fault,
        begin: () => [deck(), deck(), ...accounts.map((account) => profile(account, `Byron, ${fault}`)), checkout(), checkout()],
        others: ['/folders', '/study-materials'],
        answers: true,
      });
    });

  for (const fault of lineFaults)
    test(`to Stripe and the mail server, ${fault}: each payment and each mail arrives once, and other calls go on`, async () => {
      await under({
        spoilt: outside,
        fault,
        begin: () => [registration(), registration(), checkout(), checkout()],
        others: ['/folders', '/flashcards', '/auth/user', '/subscription/status'],
        answers: true,
      });
    });

  test('every failure was known', () => {
    const names = (['study', 'auth', 'billing'] as const).flatMap((part) =>
      backend
        .printed(part)
        .split('\n')
        .filter((line) => line.includes('"request.failed"'))
        .map((line) => (JSON.parse(line) as { error: { name: string } }).error.name),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set(['StoreUnavailableError']));
  });
});
