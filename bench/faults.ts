import { randomUUID } from 'node:crypto';
import { startBackend, type Backend } from '@lectern/e2e/backend';
import { startFaultyLines, type FaultyLine, type LineFault } from '@lectern/e2e/faulty-lines';
import { startMailbox } from '@lectern/stand-ins/mailbox';
import { startStripeLocal } from '@lectern/stand-ins/stripe';
import { engineFor, freePort, startMongoServer } from '@lectern/test-servers';
import jwt from 'jsonwebtoken';
import { median, percentile, row, type Row } from './table.ts';

const host = '127.0.0.1';
const secretKey = 'sk_test_faults';
/** An unverified address: each call for it sends a mail. */
const email = 'ada@students.example';
const rounds = 10;
const roundMs = 1_000;
/** Concurrent learners whose calls need the faulty line. */
const load = 8;
/**
 * The interval between a learner's calls, in milliseconds. Does not wait for earlier calls, so healthy and faulty rounds have the same
 * load.
 */
const everyMs = 200;
const faults: readonly LineFault[] = ['slow', 'cut', 'half-open'];

type StatefulPart = 'library' | 'study' | 'auth' | 'billing';
interface Ask {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}
const reads: Record<StatefulPart, Ask> = {
  library: { method: 'GET', path: '/folders' },
  study: { method: 'GET', path: '/quizzes' },
  auth: { method: 'POST', path: '/auth/forgot-password', body: { email: 'nobody@students.example' } },
  billing: { method: 'GET', path: '/subscription/status' },
};
const statefulParts = Object.keys(reads) as StatefulPart[];

/** Something that the site depends on, reached over a line on which faults can be injected. */
interface Dependency {
  name: string;
  line: FaultyLine;
  /** The call that the load makes. */
  needs: () => Ask;
  /** Calls to parts whose lines are healthy. */
  others: Ask[];
  /** The part that must become ready again after the fault. */
  part?: StatefulPart;
}

const dependenciesOf = (stores: Record<StatefulPart, FaultyLine>, stripe: FaultyLine, smtp: FaultyLine): Dependency[] => [
  ...statefulParts.map((part) => ({
    name: `${part}'s store`,
    line: stores[part],
    needs: () => reads[part],
    others: statefulParts.filter((each) => each !== part).map((each) => reads[each]),
    part,
  })),
  {
    name: 'Stripe',
    line: stripe,
    needs: () => ({ method: 'POST', path: '/subscription/create', body: {} }),
    others: Object.values(reads),
  },
  {
    name: 'mail server',
    line: smtp,
    needs: () => ({ method: 'POST', path: '/auth/resend-verification', body: { email } }),
    others: Object.values(reads),
  },
];

/** Waits until a part is ready again. @throws Error after 15 seconds */
const untilReady = async (backend: Backend, part: StatefulPart): Promise<void> => {
  const deadline = performance.now() + 15_000;
  while ((await fetch(`${backend.origin(part)}/health/ready`)).status !== 200) {
    if (performance.now() > deadline) throw new Error(`${part} does not recover:\n${backend.printed(part).slice(-3_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Creates a learner. Returns a function that makes a call and measures it. */
const learnerOf = ({ api, tokenSecret }: Backend) => {
  const session = { sub: randomUUID(), sid: randomUUID(), aud: 'lectern', typ: 'session' };
  const token = jwt.sign(session, tokenSecret, { algorithm: 'HS256', expiresIn: 3_600 });
  return async ({ method, path, body }: Ask): Promise<{ status: number; ms: number }> => {
    const headers = { 'x-auth-token': token, ...(body && { 'content-type': 'application/json' }) };
    const start = performance.now();
    const answer = await fetch(`${api}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - start };
  };
};

/** Starts learners whose calls need a line. Returns a function that stops them and waits for their calls. */
const startLoad = (backend: Backend, needs: () => Ask): (() => Promise<unknown>) => {
  const begun: Promise<unknown>[] = [];
  const timers = Array.from({ length: load }, () => {
    const ask = learnerOf(backend);
    // Failures surface when the calls are awaited at the end.
    return setInterval(() => {
      const call = ask(needs());
      call.catch(() => undefined);
      begun.push(call);
    }, everyMs);
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
    return Promise.all(begun);
  };
};

/** Latency of other learners' calls while a line is faulty, against the same calls while it is healthy. Rounds alternate. */
const rowsOfFault = async (backend: Backend, { name, line, others, part }: Dependency, fault: LineFault): Promise<Row[]> => {
  const ask = learnerOf(backend);
  const times = { good: [] as number[], bad: [] as number[] };
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) {
    const kind = round % 2 === 0 ? 'good' : 'bad';
    const heal = kind === 'bad' ? await line.spoil(fault) : undefined;
    const until = performance.now() + roundMs;
    while (performance.now() < until)
      for (const each of others) {
        const { status, ms } = await ask(each);
        times[kind].push(ms);
        if (status >= 500) failed += 1;
      }
    await heal?.();
    if (part) await untilReady(backend, part);
  }
  const figure = (what: string, of: (values: readonly number[]) => number): Row => {
    const [good, bad] = [of(times.good), of(times.bad)];
    const detail = `${bad.toFixed(2)} ms meanwhile, ${good.toFixed(2)} ms otherwise, ${failed} failed`;
    return row(`${name} ${fault}, ${what}`, bad / good, detail);
  };
  return [figure('median', median), figure('p95', (values) => percentile(values, 0.95))];
};

const rowsOf = async (backend: Backend, dependency: Dependency): Promise<Row[]> => {
  const rows: Row[] = [];
  const stopLoad = startLoad(backend, dependency.needs);
  try {
    for (const fault of faults) rows.push(...(await rowsOfFault(backend, dependency, fault)));
  } finally {
    await stopLoad();
  }
  return rows;
};

/** Latency of other learners' calls while one dependency is slow, cut or half-open, against the same calls while it is healthy. */
export async function benchFaults(): Promise<Row[]> {
  const missing = engineFor('java') ?? engineFor('go');
  if (missing) return [row('with a line failing', undefined, missing)];
  const [server, lines, mailbox, stripePort] = await Promise.all([
    startMongoServer(),
    startFaultyLines(),
    startMailbox({ smtpPort: 0, pagePort: 0, host }),
    freePort(),
  ]);
  const stripe = await startStripeLocal({
    port: stripePort,
    host,
    secretKey,
    webhookSecret: 'whsec_faults',
    webhookUrl: 'http://127.0.0.1:9',
  });
  let backend: Backend | undefined;
  try {
    const { hostname, port } = new URL(server.url);
    const lineOf = (name: string, to: number) => lines.line(name, { host: hostname, port: to });
    const stores = Object.fromEntries(
      await Promise.all(statefulParts.map(async (part) => [part, await lineOf(part, Number(port))] as const)),
    ) as Record<StatefulPart, FaultyLine>;
    const [toStripe, toMailbox] = [await lineOf('stripe', stripePort), await lineOf('smtp', mailbox.smtpPort)];
    backend = await startBackend(
      {
        MONGODB_URL: `${server.url}/bench`,
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_PRICE_ID: 'price_lectern_premium_monthly',
        STRIPE_API_BASE: `http://${host}:${toStripe.port}`,
        SMTP_URL: `smtp://${host}:${toMailbox.port}`,
      },
      Object.fromEntries(statefulParts.map((part) => [part, { MONGODB_URL: `mongodb://${host}:${stores[part].port}/bench` }])),
    );
    await learnerOf(backend)({
      method: 'POST',
      path: '/auth/register',
      body: { firstName: 'Ada', lastName: 'Byron', email, password: 'correct horse battery' },
    });
    const rows: Row[] = [];
    for (const dependency of dependenciesOf(stores, toStripe, toMailbox)) rows.push(...(await rowsOf(backend, dependency)));
    return rows;
  } finally {
    await backend?.stop();
    await stripe.close();
    await mailbox.close();
    await lines.stop();
    await server.stop();
  }
}
