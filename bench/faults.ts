import { randomUUID } from 'node:crypto';
import { startBackend, type Backend } from '@lectern/e2e/backend';
import { engineFor, startMongoServer, startToxiproxy, type Proxy } from '@lectern/test-servers';
import jwt from 'jsonwebtoken';
import { median, row, type Row } from './table.ts';

const rounds = 12;
const roundMs = 1_500;
/** Learners at once whose calls go to the spoilt service. */
const load = 8;

const faults: Record<string, (network: Proxy) => Promise<() => Promise<void>>> = {
  'engine down': async (network) => {
    await network.setUp(false);
    return () => network.setUp(true);
  },
  'two seconds of latency': (network) => network.add({ type: 'latency', attributes: { latency: 2_000 } }),
  'no answers at all': (network) => network.add({ type: 'timeout', attributes: { timeout: 0 } }),
};

/** What the other services' calls take while the library's engine fails, against the same calls while it does not, round by round. */
export async function benchFaults(): Promise<Row[]> {
  const missing = engineFor('java') ?? engineFor('go');
  if (missing) return [row('with MongoDB failing', undefined, missing)];
  const server = await startMongoServer();
  const toxiproxy = await startToxiproxy();
  let backend: Backend | undefined;
  try {
    const { hostname, port } = new URL(server.url);
    const network = await toxiproxy.proxy('mongodb', { host: hostname, port: Number(port) });
    backend = await startBackend(
      { MONGODB_URL: `${server.url}/bench` },
      { library: { MONGODB_URL: `mongodb://127.0.0.1:${network.port}/bench` } },
    );
    const { api, tokenSecret } = backend;
    const session = { sub: randomUUID(), sid: randomUUID(), aud: 'lectern', typ: 'session' };
    const token = jwt.sign(session, tokenSecret, { algorithm: 'HS256', expiresIn: 3_600 });
    const get = async (path: string): Promise<number> => {
      const start = performance.now();
      await (await fetch(`${api}${path}`, { headers: { 'x-auth-token': token } })).arrayBuffer();
      return performance.now() - start;
    };
    let isLoading = true;
    const loading = Promise.all(
      Array.from({ length: load }, async () => {
        while (isLoading) {
          await get('/folders');
          // As many calls in a good round as in a bad one would be another load.
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }),
    );
    const rows: Row[] = [];
    for (const [name, spoil] of Object.entries(faults)) {
      const times = { good: [] as number[], bad: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        const kind = round % 2 === 0 ? 'good' : 'bad';
        const heal = kind === 'bad' ? await spoil(network) : undefined;
        const until = performance.now() + roundMs;
        while (performance.now() < until) times[kind].push((await get('/quizzes')) + (await get('/subscription/status')));
        await heal?.();
        // The library is well again before a good round begins.
        const deadline = performance.now() + 15_000;
        while ((await fetch(`${backend.origin('library')}/health/ready`)).status !== 200) {
          if (performance.now() > deadline) throw new Error(`The library does not recover:\n${backend.printed('library').slice(-3_000)}`);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
      const [good, bad] = [median(times.good), median(times.bad)];
      rows.push(row(name, bad / good, `study and billing: ${bad.toFixed(2)} ms meanwhile, ${good.toFixed(2)} ms otherwise`));
    }
    isLoading = false;
    await loading;
    return rows;
  } finally {
    await backend?.stop();
    await toxiproxy.stop();
    await server.stop();
  }
}
