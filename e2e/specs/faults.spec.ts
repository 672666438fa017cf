import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { engineFor, startMongoServer, startToxiproxy, type MongoServer, type Proxy, type Toxiproxy } from '@lectern/test-servers';
import jwt from 'jsonwebtoken';
import { call, type Answer } from '../support/api.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { isClearRefusal, pauseAfter, unlessRefused } from '../support/isClearRefusal.ts';

const missing = engineFor('java') ?? engineFor('go');
if (missing) console.log(`${missing} What happens when MongoDB fails is not tried.`);

// Serial, because all tests disturb the same network.
test.describe.configure({ mode: 'serial' });

test.describe('between service and MongoDB', () => {
  test.skip(missing !== undefined, missing);

  let server: MongoServer;
  let toxiproxy: Toxiproxy;
  let network: Proxy;
  let backend: Backend;

  test.beforeAll(async () => {
    server = await startMongoServer();
    toxiproxy = await startToxiproxy();
    const { hostname, port } = new URL(server.url);
    network = await toxiproxy.proxy('mongodb', { host: hostname, port: Number(port) });
    // The engine is unavailable at the start, but only for the library.
    await network.setUp(false);
    const library = { MONGODB_URL: `mongodb://127.0.0.1:${network.port}/faults` };
    backend = await startBackend({ MONGODB_URL: `${server.url}/faults` }, { library }, ['library']);
    await backend.start('library', { isAwaited: false });
  });
  test.afterAll(async () => {
    await backend?.stop();
    await toxiproxy?.stop();
    await server?.stop();
  });

  /** Returns the status of a health endpoint; undefined if nothing listens. */
  const health = async (path: 'live' | 'ready'): Promise<number | undefined> => {
    try {
      return (await fetch(`${backend.origin('library')}/health/${path}`)).status;
    } catch {
      // The process is still starting.
      return undefined;
    }
  };

  /** A session of a new learner. The gateway checks only the token. */
  const someone = (): string =>
    jwt.sign({ sub: randomUUID(), sid: randomUUID(), aud: 'lectern', typ: 'session' }, backend.tokenSecret, {
      algorithm: 'HS256',
      expiresIn: 600,
    });

  interface Outcome {
    token: string;
    answers: Answer[];
  }

  /** Pause between the folders of one learner. */
  const pauseMs = 50;

  /** Runs learners who each create one folder after another, and retry under the same key until it is acknowledged. */
  const load = async (learners: number, isOver: () => boolean): Promise<Outcome[]> => {
    const one = async (): Promise<Outcome> => {
      const token = someone();
      const key = randomUUID();
      const answers: Answer[] = [];
      for (let tries = 0; tries < 100; tries += 1) {
        const answer = await call(
          'POST',
          '/folders',
          { token, body: { name: 'Cardiology' }, headers: { 'idempotency-key': key } },
          backend.api,
        );
        answers.push(answer);
        if (answer.status === 201) break;
        await pauseAfter(answer);
      }
      return { token, answers };
    };
    const outcomes: Outcome[] = [];
    await Promise.all(
      Array.from({ length: learners }, async () => {
        outcomes.push(await one());
        while (!isOver()) {
          // Limits the number of folders while the network is healthy, because each is checked below.
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
          outcomes.push(await one());
        }
      }),
    );
    return outcomes;
  };

  /** Checks that each acknowledged folder exists once, that every other answer was a clear refusal, and that nothing is counted twice. */
  const check = async (outcomes: readonly Outcome[]): Promise<void> => {
    for (const { token, answers } of outcomes) {
      const made = answers.at(-1);
      expect(made?.status, JSON.stringify(made?.body)).toBe(201);
      // A retry gets 409 while the earlier attempt is still running.
      const refused = answers.slice(0, -1);
      expect(
        refused.filter((answer) => !isClearRefusal(answer) && answer.status !== 409).map(({ status, body }) => ({ status, body })),
      ).toEqual([]);
      const folders = await unlessRefused(() => call('GET', '/folders', { token }, backend.api));
      expect(folders.status).toBe(200);
      expect(folders.body.map(({ _id }: { _id: string }) => _id)).toEqual([made?.body._id]);
    }
    await expect
      .poll(
        async () => {
          const answers = await Promise.all(
            outcomes.slice(0, 20).map(({ token }) => unlessRefused(() => call('GET', '/subscription/limits', { token }, backend.api))),
          );
          return [...new Set(answers.map(({ body }) => body.folders.current as number))];
        },
        { timeout: 15_000 },
      )
      .toEqual([1]);
  };

  /** Disturbs the network under load, and expects a full recovery within ten seconds after it is healthy again. */
  const under = async (spoil: () => Promise<() => Promise<void>>, lastsMs: number): Promise<{ refused: number; made: number }> => {
    let isOver = false;
    const loading = load(8, () => isOver);
    const heal = await spoil();
    await new Promise((resolve) => setTimeout(resolve, lastsMs));
    await heal();
    const healedAt = Date.now();
    await expect.poll(() => health('ready'), { timeout: 10_000, intervals: [50] }).toBe(200);
    isOver = true;
    const outcomes = await loading;
    expect(Date.now() - healedAt).toBeLessThan(10_000);
    await check(outcomes);
    return { made: outcomes.length, refused: outcomes.reduce((sum, { answers }) => sum + answers.length - 1, 0) };
  };

  test('a service whose engine is not there at the start lives, says so, and is well in ten seconds', async () => {
    await expect.poll(() => health('live')).toBe(200);
    expect(await health('ready')).toBe(503);
    const token = someone();
    const refused = await call('POST', '/folders', { token, body: { name: 'Early' } }, backend.api);
    expect(isClearRefusal(refused), JSON.stringify(refused.body)).toBe(true);
    // The other services keep working.
    expect((await call('GET', '/quizzes', { token }, backend.api)).status).toBe(200);
    expect((await call('GET', '/subscription/limits', { token }, backend.api)).status).toBe(200);
    await network.setUp(true);
    const upAt = Date.now();
    await expect.poll(async () => (await call('GET', '/folders', { token }, backend.api)).status, { timeout: 10_000 }).toBe(200);
    await expect.poll(() => health('ready'), { timeout: 10_000 }).toBe(200);
    expect(Date.now() - upAt).toBeLessThan(10_000);
    await check(await load(4, () => true));
  });

  test('down in flight', async () => {
    const { refused } = await under(async () => {
      await network.setUp(false);
      return () => network.setUp(true);
    }, 3_000);
    expect(refused).toBeGreaterThan(0);
  });

  test('two seconds of latency', async () => {
    await under(() => network.add({ type: 'latency', attributes: { latency: 2_000 } }), 6_000);
  });

  test('resets of a tenth of the connections', async () => {
    // A connection's reset is decided once, so a longer run would show nothing new.
    const { made } = await under(() => network.add({ type: 'reset_peer', attributes: { timeout: 50 } }, { toxicity: 0.1 }), 1_500);
    expect(made).toBeGreaterThan(8);
  });

  test('five seconds of partition', async () => {
    // Repeated, because the driver gets stuck only after some partitions.
    for (const lastsMs of [5_000, 1_500, 1_500, 1_500])
      await under(() => network.add({ type: 'timeout', attributes: { timeout: 0 } }), lastsMs);
  });

  test('slow bodies in both directions', async () => {
    await under(async () => {
      const up = await network.add({ type: 'bandwidth', attributes: { rate: 4 } }, { stream: 'upstream' });
      const down = await network.add({ type: 'slicer', attributes: { average_size: 64, size_variation: 32, delay: 2_000 } });
      return async () => {
        await up();
        await down();
      };
    }, 4_000);
  });

  test('the service killed by -9 under load, three times', async () => {
    let isOver = false;
    const loading = load(8, () => isOver);
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300 + 200 * round));
      await backend.end('library', 'SIGKILL');
      await backend.start('library');
    }
    isOver = true;
    await check(await loading);
  });

  test('no handle or memory is left by any of it', async () => {
    const measure = () => ({
      handles: readdirSync(`/proc/${backend.pid('library')}/fd`).length,
    });
    const heap = async (): Promise<number> => {
      const text = await (await fetch(`${backend.origin('library')}/metrics`)).text();
      return Number(/^nodejs_heap_size_used_bytes(?:\{[^}]*\})? ([\d.e+]+)$/m.exec(text)?.[1]);
    };
    const cut = () =>
      under(async () => {
        await network.setUp(false);
        return () => network.setUp(true);
      }, 1_000);
    await cut();
    const before = { ...measure(), heap: await heap() };
    for (let round = 0; round < 4; round += 1) await cut();
    // The load's idle connections close after their timeout. The pool's size varies slightly.
    await expect.poll(() => measure().handles, { timeout: 20_000 }).toBeLessThanOrEqual(before.handles + 25);
    expect(await heap()).toBeLessThan(before.heap + 40e6);
  });

  test('every failure was known as one of the engine', () => {
    const failures = backend
      .printed('library')
      .split('\n')
      .filter((line) => line.includes('"request.failed"'))
      .map((line) => (JSON.parse(line) as { error: { name: string; message: string } }).error);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter(({ name }) => name !== 'StoreUnavailableError')).toEqual([]);
  });
});
