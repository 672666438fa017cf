import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { freePlan, serviceNames, type ServiceName } from '@lectern/contracts';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { startMailbox, type Mailbox } from '@lectern/stand-ins/mailbox';
import { engineFor, startMongoServer, type MongoServer } from '@lectern/test-servers';
import jwt from 'jsonwebtoken';
import { call, newLearner, newNetwork, password, textForm, type Answer, type Learner } from '../support/api.ts';
import { startCluster, type Cluster, type Instance } from '../support/cluster.ts';
import { startHoldingProxy, type HoldingProxy } from '../support/holdingProxy.ts';
import { unlessRefused } from '../support/isClearRefusal.ts';
import { lecture } from '../support/lecture.ts';

const missing = engineFor('java');
if (missing) console.log(`${missing} Two processes of each part are not tried.`);

// Serial, because some tests stop processes of the shared cluster.
test.describe.configure({ mode: 'serial' });

test.describe('two processes of every service and of the gateway, behind nginx', () => {
  test.skip(missing !== undefined, missing);

  let server: MongoServer;
  let mailbox: Mailbox;
  let library: HoldingProxy;
  let study: HoldingProxy;
  let cluster: Cluster;
  let guided: Learner;
  let guide: string;

  test.beforeAll(async () => {
    [server, mailbox, library, study] = await Promise.all([
      startMongoServer(),
      startMailbox({ smtpPort: 0, pagePort: 0, host: '127.0.0.1' }),
      startHoldingProxy(),
      startHoldingProxy(),
    ]);
    const environment = {
      MONGODB_URL: `${server.url}/instances`,
      SMTP_URL: `smtp://127.0.0.1:${String(mailbox.smtpPort)}`,
      // Longer than nginx keeps idle connections to a process.
      DRAIN_SECONDS: '2',
    };
    cluster = await startCluster(environment, {
      study: (services) => {
        library.forwardTo(services.library);
        return { LIBRARY_SERVICE_URL: library.origin };
      },
      ...Object.fromEntries(
        (['library', 'auth'] as const).map((part) => [
          part,
          (services: Record<ServiceName, string>) => {
            study.forwardTo(services.study);
            return { STUDY_SERVICE_URL: study.origin };
          },
        ]),
      ),
    });
    guided = await signedUp();
    const made = await call('POST', '/study-materials/unified', { token: guided.token, form: textForm(lecture) }, cluster.api);
    expect(made.status).toBe(201);
    guide = made.body._id as string;
  });
  test.afterAll(async () => {
    await cluster?.stop();
    await Promise.all([library?.stop(), study?.stop()]);
    await mailbox?.close();
    await server?.stop();
  });

  const gateways = () => [cluster.origin('gateway-1'), cluster.origin('gateway-2')];
  const signedUp = (): Promise<Learner> => newLearner({ api: cluster.api, mailbox: `http://127.0.0.1:${String(mailbox.pagePort)}` });
  /** A session of a new learner. The gateway checks only the token. */
  const someone = (userId: string = randomUUID()): string =>
    jwt.sign({ sub: userId, sid: randomUUID(), aud: 'lectern', typ: 'session' }, cluster.tokenSecret, {
      algorithm: 'HS256',
      expiresIn: 600,
    });
  /** Makes calls that alternate between both gateways, with limited concurrency. */
  const overBoth = async (count: number, atOnce: number, ask: (api: string, index: number) => Promise<Answer>): Promise<Answer[]> => {
    const answers: Answer[] = [];
    let next = 0;
    const runner = async () => {
      for (let index = next++; index < count; index = next++) answers.push(await ask(gateways()[index % 2] ?? '', index));
    };
    await Promise.all(Array.from({ length: atOnce }, runner));
    return answers;
  };
  const statusesOf = (answers: readonly Answer[]): Record<number, number> =>
    answers.reduce<Record<number, number>>((sums, { status }) => ({ ...sums, [status]: (sums[status] ?? 0) + 1 }), {});

  test('a learner gets 600 calls a minute over both gateways, and at most a tenth more', async () => {
    const token = someone();
    const statuses = statusesOf(await overBoth(750, 16, (api) => call('GET', '/folders', { token }, api)));
    expect(Object.keys(statuses)).toEqual(['200', '429']);
    expect(statuses[200]).toBeGreaterThanOrEqual(570);
    expect(statuses[200]).toBeLessThanOrEqual(660);
  });

  test('a network registers 60 times an hour over both gateways, and at most a tenth more; invalid registrations are free', async () => {
    const headers = { 'x-forwarded-for': newNetwork() };
    const register = (email: string) => (api: string) =>
      call('POST', '/auth/register', { headers, body: { firstName: 'Ada', lastName: 'Byron', email, password } }, api);
    expect(statusesOf(await overBoth(100, 8, register('no address')))).toEqual({ 400: 100 });
    // A registration with a taken address is refused without hashing its password, but counted.
    const statuses = statusesOf(await overBoth(140, 8, register(guided.email)));
    expect(Object.keys(statuses)).toEqual(['409', '429']);
    expect(statuses[409]).toBeGreaterThanOrEqual(54);
    expect(statuses[409]).toBeLessThanOrEqual(66);
  });

  test('the limit of a plan holds over both', async () => {
    const token = someone();
    const limit = freePlan.limits.folders ?? 0;
    const answers = await overBoth(limit + 10, 8, (api, index) =>
      call('POST', '/folders', { token, body: { name: `F${String(index)}` } }, api),
    );
    expect(statusesOf(answers)).toEqual({ 201: limit, 403: 10 });
    expect((await call('GET', '/folders', { token }, cluster.api)).body).toHaveLength(limit);
  });

  test('a call under one key has one effect over both', async () => {
    const token = someone();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await overBoth(20, 10, (api) => call('POST', '/folders', { token, body: { name: 'Once' }, headers }, api));
    const made = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(made.map(({ body }) => body._id as string)).size).toBe(1);
    expect((await call('GET', '/folders', { token }, cluster.api)).body).toHaveLength(1);
  });

  test('failed sign-ins are counted over both', async () => {
    const headers = { 'x-forwarded-for': newNetwork() };
    const body = { email: `${randomUUID()}@students.example`, password: 'a wrong password' };
    const answers = await overBoth(16, 4, (api) => call('POST', '/auth/login', { body, headers }, api));
    expect(statusesOf(answers)).toEqual({ 401: 10, 429: 6 });
  });

  test('a session that is ended at one gateway ends at the other within five seconds', async () => {
    const { token } = await signedUp();
    const [one = '', other = ''] = gateways();
    expect((await call('GET', '/folders', { token }, other)).status).toBe(200);
    expect((await call('POST', '/auth/logout', { token, body: {} }, one)).status).toBe(200);
    await expect.poll(async () => (await call('GET', '/folders', { token }, other)).status, { timeout: 5_000 }).toBe(401);
  });

  /** Calls one process of study, as the gateway would. */
  const askStudy = (instance: Instance, method: string, path: string, options: { body?: unknown; key?: string } = {}): Promise<Answer> => {
    const { body, key } = options;
    const credential = credentialHeaders(cluster.internalSecret, 'study', path, { identity: { userId: guided.userId } });
    const headers = { ...credential, ...(key !== undefined && { 'idempotency-key': key }) };
    return call(method, path, { ...(body !== undefined && { body }), headers }, cluster.origin(instance));
  };
  const generateAt = (instance: Instance, key: string): Promise<Answer> =>
    askStudy(instance, 'POST', '/quizzes/generate', { body: { studyMaterialId: guide }, key });
  const quizzes = async (): Promise<string[]> =>
    ((await unlessRefused(() => call('GET', '/quizzes', { token: guided.token }, cluster.api))).body as { _id: string }[]).map(
      ({ _id }) => _id,
    );
  const limitsOf = (token: string): Promise<Answer> => call('GET', '/subscription/limits', { token }, cluster.api);

  test('what a process that stands still was making is taken over, and its late result changes nothing', async () => {
    const key = randomUUID();
    const { begun, release } = library.hold(/\/source$/);
    const late = generateAt('study-1', key);
    await begun;
    process.kill(cluster.pid('study-1'), 'SIGSTOP');
    let made: Answer | undefined;
    const stoppedAt = Date.now();
    try {
      expect((await generateAt('study-2', key)).status).toBe(409);
      await expect.poll(async () => (made = await generateAt('study-2', key)).status, { timeout: 40_000, intervals: [250] }).toBe(201);
      console.log(`note: taken over after ${String(Date.now() - stoppedAt)} ms`);
      // The quiz is deleted before the other process wakes up: a late result would restore it.
      expect((await askStudy('study-2', 'DELETE', `/quizzes/${String(made?.body._id)}`)).status).toBe(200);
    } finally {
      release();
      process.kill(cluster.pid('study-1'), 'SIGCONT');
    }
    expect((await late).status).toBe(503);
    expect(await quizzes()).toEqual([]);
    await expect.poll(() => limitsOf(guided.token)).toMatchObject({ status: 200, body: { quizzes: { current: 0 } } });
  });

  test('a generation under way at SIGTERM ends, and its process then ends in order', async () => {
    const { begun, release } = library.hold(/\/source$/);
    const generated = generateAt('study-1', randomUUID());
    await begun;
    const ended = cluster.end('study-1', 'SIGTERM');
    const ready = () => fetch(`${cluster.origin('study-1')}/health/ready`).then(({ status }) => status);
    await expect.poll(ready, { intervals: [20] }).toBe(503);
    release();
    const { status, body } = await generated;
    expect([status, await ended], JSON.stringify(body)).toEqual([201, 0]);
    expect(await quizzes()).toEqual([body._id]);
    await cluster.start('study-1');
  });

  /** Makes both processes of a part deliver the same event to study concurrently. */
  const deliveredByBoth = async (cause: () => Promise<unknown>): Promise<void> => {
    // A process never delivers an event twice concurrently, so the second delivery is from the other process. Both may arrive at the same
    // time, so both are held from the start.
    const [one, other] = [study.hold(/\/events$/), study.hold(/\/events$/)];
    await cause();
    await Promise.all([one.begun, other.begun]);
    one.release();
    other.release();
    expect(await Promise.all([one.answered, other.answered])).toEqual([200, 200]);
  };
  const mailsWith = async (email: string, subject: RegExp): Promise<number> =>
    ((await (await fetch(`http://127.0.0.1:${String(mailbox.pagePort)}/email`)).json()) as { to: string; subject: string }[]).filter(
      (mail) => mail.to === email && subject.test(mail.subject),
    ).length;

  test('an event that two processes deliver has one effect: a deleted guide, counts, and the mail of a deleted account', async () => {
    const { token, email } = await signedUp();
    const made = await call('POST', '/study-materials/unified', { token, form: textForm(lecture) }, cluster.api);
    const deck = await call('POST', '/flashcards', { token, body: { studyMaterialId: made.body._id as string } }, cluster.api);
    expect([made.status, deck.status]).toEqual([201, 201]);
    const revision = async () =>
      (await call('GET', `/flashcards/${String(deck.body._id)}`, { token }, cluster.api)).body.revision as number;
    const before = await revision();

    await deliveredByBoth(() => call('DELETE', `/study-materials/${String(made.body._id)}`, { token }, cluster.api));
    // The deck is updated exactly once.
    expect(await revision()).toBe(before + 1);
    // Billing fetches the counts, and falls back to the last known ones after half a second.
    await expect
      .poll(() => limitsOf(token))
      .toMatchObject({ status: 200, body: { studyMaterials: { current: 0 }, flashcards: { current: 1 }, quizzes: { current: 0 } } });

    await deliveredByBoth(() => call('DELETE', '/auth/delete-account', { token }, cluster.api));
    await expect.poll(() => mailsWith(email, /was deleted/)).toBe(1);
    // Mail is sent in order: a duplicate would arrive before the mail of someone who deletes their account later.
    const later = await signedUp();
    await call('DELETE', '/auth/delete-account', { token: later.token }, cluster.api);
    await expect.poll(() => mailsWith(later.email, /was deleted/)).toBe(1);
    expect(await mailsWith(email, /was deleted/)).toBe(1);
  });

  test('every process is replaced under load of 50 learners: no call fails, no acknowledged write is lost', async () => {
    let isOver = false;
    const failures: unknown[] = [];
    let made = 0;
    const learner = async (): Promise<void> => {
      const token = someone();
      const ask = async (method: string, path: string, body?: unknown): Promise<Answer | undefined> => {
        const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
        const answer = await call(method, path, { token, ...(body !== undefined && { body }), headers }, cluster.api).catch(
          (error: unknown) => {
            failures.push([method, path, String(error)]);
            return undefined;
          },
        );
        made += 1;
        if (answer && answer.status >= 300) failures.push([method, path, answer.status, answer.body]);
        return answer;
      };
      let acknowledged = 0;
      let folder: string | undefined;
      for (let turn = 1; !isOver; turn += 1) {
        if ((await ask('PUT', '/reviews/settings', { newPerDay: turn }))?.status === 200) acknowledged = turn;
        if (folder === undefined) folder = (await ask('POST', '/folders', { name: 'Cardiology' }))?.body._id as string | undefined;
        await ask('GET', '/quizzes');
        await ask('GET', '/subscription/status');
        // Time that a learner spends reading.
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      }
      expect((await ask('GET', '/reviews/settings'))?.body.newPerDay).toBe(acknowledged);
      expect((await ask('GET', '/folders'))?.body.map(({ _id }: { _id: string }) => _id)).toEqual([folder]);
    };
    const learners = Array.from({ length: 50 }, learner);
    const replace = async (instance: Instance): Promise<void> => {
      expect(await cluster.end(instance, 'SIGTERM')).toBe(0);
      await cluster.start(instance);
    };
    // Wait until every learner is active.
    await expect.poll(() => made, { timeout: 60_000 }).toBeGreaterThan(100);
    for (const number of [1, 2] as const)
      await Promise.all([...serviceNames, 'gateway' as const].map((part) => replace(`${part}-${number}`)));
    const replaced = made;
    await expect.poll(() => made, { timeout: 60_000 }).toBeGreaterThan(replaced + 100);
    isOver = true;
    await Promise.all(learners);
    expect(failures).toEqual([]);
    console.log(`note: ${String(made)} calls while every process was replaced`);
  });
});
