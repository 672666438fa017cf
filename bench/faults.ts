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
/** An address that waits for its verification: each call for it sends a mail. */
const email = 'ada@students.example';
const rounds = 10;
const roundMs = 1_000;
/** Learners at once whose calls need the spoilt line. */
const load = 8;
/** Such a learner begins a call so often, in milliseconds, also while others are unanswered: a good round has the load of a bad one. */
const everyMs = 200;
const faults: readonly LineFault[] = ['slow', 'cut', 'half-open'];

type StatefulPart = 'library' | 'study' | 'auth' | 'billing';
/** A call of a learner. */
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

/** Something that the site needs, behind a line that can be spoilt. */
interface Dependency {
  name: string;
  line: FaultyLine;
  /** What the load asks for. */
  needs: () => Ask;
  /** Of parts whose lines are well. */
  others: Ask[];
  /** The part that has to be ready again after the fault. */
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

/** A learner of their own, and how long their calls take. */
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

/** Learners whose calls need a line, until they are stopped. */
const startLoad = (backend: Backend, needs: () => Ask): (() => Promise<unknown>) => {
  const begun: Promise<unknown>[] = [];
  const timers = Array.from({ length: load }, () => {
    const ask = learnerOf(backend);
    // A call that fails altogether is awaited at the end.
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

/** What the others' calls take while a line is spoilt, against the same calls while it is not, round by round. */
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

/** What calls of other learners take while one thing that the site needs is slow, cut or half open, against the same calls while it is not. */
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
