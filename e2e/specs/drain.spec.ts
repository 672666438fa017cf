import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { call, newLearner, password, textForm, type Learner } from '../support/api.ts';
import { lecture } from '../support/lecture.ts';
import { startSite, type RunningSite } from '../support/site.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
  attributes: Record<string, string | number>;
}

let collector: Server;
let spans: Span[];
let site: RunningSite;
let learner: Learner;
const changingClients = 2;
/** One guide for each client that changes titles, because concurrent changes of one title conflict. */
const guides: string[] = [];

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
const asRecord = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));

test.beforeAll(async () => {
  spans = [];
  // The parts of an OpenTelemetry collector's HTTP input that this test uses.
  collector = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: {
          resource: { attributes: Attribute[] };
          scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: Attribute[] })[] }[];
        }[];
      };
      for (const { resource, scopeSpans } of resourceSpans)
        for (const { spans: several } of scopeSpans)
          for (const span of several)
            spans.push({ ...span, service: String(asRecord(resource.attributes)['service.name']), attributes: asRecord(span.attributes) });
      outgoing.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  site = await startSite({ environment: { RATE_LIMITS: 'off', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } });
  learner = await newLearner(site);
  for (let client = 0; client < changingClients; client += 1) {
    const made = await call('POST', '/study-materials/unified', { token: learner.token, form: textForm(lecture) }, site.api);
    guides.push(made.body._id as string);
  }
});
test.afterAll(async () => {
  await site.stop();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const pids = () => JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;
const logOf = (part: string): string => readFileSync(join(site.dataFolder, 'logs', `${part}.log`), 'utf8');

interface Outcome {
  status: number;
  body: string;
  retryAfter: string | undefined;
  error: string | undefined;
}

/** The outcome of a call, and which client sent it. */
type ClientOutcome = Outcome & { client: number };

const pauseMs = 20;
/** Longer than the usual pause, because a closed port can refuse thousands of connections a second. */
const refusedPauseMs = 100;
/** Polls frequently, because the load uses a CPU until it is stopped. */
const often = { intervals: [25] };

/**
 * Sends calls over keep-alive connections until it is stopped. The short pauses leave CPU time to the restarting service, but there are
 * always calls in flight.
 */
function load(connections: number): { outcomes: ClientOutcome[]; stop: () => Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const outcomes: ClientOutcome[] = [];
  let isStopped = false;
  const paths = ['/study-materials', '/folders', '/quizzes', '/flashcards', '/subscription/status', '/auth/user'];
  const once = (method: string, path: string, body?: string): Promise<Outcome> =>
    new Promise((resolve) => {
      let status = 0;
      let text = '';
      let retryAfter: string | undefined;
      const fail = (error: Error & { code?: string }) => resolve({ status, body: text, retryAfter, error: error.code ?? error.message });
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: site.ports.GATEWAY_PORT,
          method,
          path,
          agent,
          headers: {
            'x-auth-token': learner.token,
            ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        (answer) => {
          status = answer.statusCode ?? 0;
          retryAfter = answer.headers['retry-after'];
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
          answer.on('error', fail);
          answer.on('end', () => resolve({ status, body: text, retryAfter, error: answer.complete ? undefined : 'half an answer' }));
        },
      );
      outgoing.on('error', fail);
      outgoing.end(body);
    });
  const runners = Array.from({ length: connections }, async (_, runner) => {
    for (let turn = runner; !isStopped; turn++) {
      // Every eighth client changes its own guide: nothing except the client itself may repeat a change.
      const outcome =
        runner % 8 === 0
          ? await once('PUT', `/study-materials/${guides[runner / 8] ?? ''}`, JSON.stringify({ title: `Title ${turn}` }))
          : await once('GET', paths[turn % paths.length] ?? '/folders');
      outcomes.push({ ...outcome, client: runner });
      await new Promise((resolve) => setTimeout(resolve, outcome.error === undefined ? pauseMs : refusedPauseMs));
    }
  });
  return {
    outcomes,
    async stop() {
      isStopped = true;
      await Promise.all(runners);
      agent.destroy();
    },
  };
}

const restarted = async (part: string, pid: number): Promise<void> => {
  const port = { library: 'LIBRARY', study: 'STUDY', billing: 'BILLING', auth: 'AUTH' }[part];
  const address = port ? `http://127.0.0.1:${site.ports[`${port}_SERVICE_PORT` as 'AUTH_SERVICE_PORT']}` : site.api;
  await expect
    .poll(async () => pids()[part] !== pid && (await fetch(`${address}/health/ready`).catch(() => undefined))?.status, {
      timeout: 60_000,
      intervals: [50],
    })
    .toBe(200);
};

for (const part of ['library', 'study', 'billing', 'auth'])
  test(`${part} is stopped under load and started again: every answer is whole, and none tells of it`, async () => {
    const { outcomes, stop } = load(16);
    await expect.poll(() => outcomes.length, often).toBeGreaterThan(100);
    const pid = pids()[part] ?? 0;
    process.kill(pid, 'SIGTERM');
    await restarted(part, pid);
    const back = outcomes.length;
    await expect.poll(() => outcomes.length, often).toBeGreaterThan(back + 100);
    await stop();
    expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([]);
    // Calls that a busy machine delays beyond the gateway's wait get the common error format with a Retry-After.
    const late = outcomes.filter(({ status }) => status !== 200);
    for (const { status, body, retryAfter } of late) {
      expect([503, expect.stringMatching(/^\d+$/)]).toEqual([status, retryAfter]);
      expect(JSON.parse(body)).toMatchObject({ msg: expect.any(String), code: 'unavailable' });
    }
    // How many calls are late depends on how long the restart takes here. Once the service is ready, only calls in flight may be late: at
    // most one per client.
    const begunLater = outcomes.slice(back).filter(({ client }, index, all) => all.findIndex((each) => each.client === client) < index);
    expect(begunLater.filter(({ status }) => status !== 200)).toEqual([]);
    console.log(`note: ${late.length} of ${outcomes.length} calls met ${part} while it started`);
    expect(site.output()).toContain(`${part} ended (0); starting it again.`);
  });

test('the gateway is stopped under load: what it takes it answers, and it ends in time beside idle and slow clients', async () => {
  const idle = connect({ port: site.ports.GATEWAY_PORT, host: '127.0.0.1' });
  const slow = connect({ port: site.ports.GATEWAY_PORT, host: '127.0.0.1' });
  for (const socket of [idle, slow]) socket.on('error', () => undefined);
  const idleAnswer = new Promise<void>((resolve) => idle.once('data', () => resolve()));
  idle.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  slow.write(
    `POST /folders HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${learner.token}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
  );
  await idleAnswer;
  const { outcomes, stop } = load(16);
  await expect.poll(() => outcomes.length, often).toBeGreaterThan(100);
  const pid = pids()['gateway'] ?? 0;
  // Neither client closes its connection. Both are closed before the gateway is back; the last expectation shows that it exited with 0 by
  // itself.
  const ends: string[] = [];
  for (const [name, socket] of Object.entries({ idle, slow })) socket.once('close', () => ends.push(name));
  process.kill(pid, 'SIGTERM');
  await restarted('gateway', pid);
  expect(ends.toSorted()).toEqual(['idle', 'slow']);
  const back = outcomes.length;
  await expect.poll(() => outcomes.length, often).toBeGreaterThan(back + 100);
  await stop();
  // No accepted call is dropped. The closed port refuses connections. Those that the kernel had queued when it closed, and that the gateway
  // never saw, are reset: none before that moment, and at most one per client.
  const refusedAt = outcomes.findIndex(({ error }) => error === 'ECONNREFUSED');
  expect(refusedAt).toBeGreaterThan(0);
  const broken = outcomes.flatMap(({ error, client }, index) =>
    error !== undefined && error !== 'ECONNREFUSED' ? [{ error, client, index }] : [],
  );
  for (const { error, index } of broken) {
    expect(error).toBe('ECONNRESET');
    expect(Math.abs(index - refusedAt)).toBeLessThan(32);
  }
  expect(new Set(broken.map(({ client }) => client)).size).toBe(broken.length);
  expect(new Set(outcomes.filter(({ error }) => error === undefined).map(({ status }) => status))).toEqual(new Set([200]));
  expect(site.output()).toContain('gateway ended (0); starting it again.');
  idle.destroy();
  slow.destroy();
});

test('a learner whose guide is being made while the library is killed sees the progress until it is there', async ({ page }) => {
  const titles = async () => ((await call('GET', '/study-materials', { token: learner.token }, site.api)).body as unknown[]).length;
  const before = await titles();
  await page.addInitScript((token) => localStorage.setItem('token', token), learner.token);
  await page.goto(`${site.site}/study-materials/create`);
  await page.getByLabel('Content').fill(lecture);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/study-materials/unified')) answers.push(response.status());
  });
  const library = pids()['library'] ?? 0;
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/study-materials/unified'));
  // Stopped, the library accepts the call but does not answer it.
  process.kill(library, 'SIGSTOP');
  await page.getByRole('button', { name: 'Generate Guide' }).click();
  await sent;
  const overlay = page.getByRole('dialog', { name: 'Creating Your Study Guide' });
  await expect(overlay).toBeVisible();
  process.kill(library, 'SIGKILL');
  const done = page.getByText('Study guide created successfully!');
  // The overlay stays until the guide is there: at no time are both missing.
  await expect
    .poll(
      async () => {
        if (await done.isVisible()) return 'done';
        return (await overlay.isVisible()) || (await done.isVisible()) ? 'in progress' : 'told to try again';
      },
      { timeout: 60_000, intervals: [100] },
    )
    .not.toBe('in progress');
  await expect(done).toBeVisible();
  expect(answers.at(-1)).toBe(201);
  expect(answers.slice(0, -1).filter((status) => status !== 503 && status !== 409)).toEqual([]);
  expect(await titles()).toBe(before + 1);
});

test('a part that is stopping says that it is not ready, and lives', async () => {
  const pid = pids()['study'] ?? 0;
  const { outcomes, stop } = load(4);
  await expect.poll(() => outcomes.length, often).toBeGreaterThan(20);
  const origin = `http://127.0.0.1:${site.ports.STUDY_SERVICE_PORT}`;
  // With an open connection, such as this one, it accepts requests for another second.
  const idle = connect({ port: site.ports.STUDY_SERVICE_PORT, host: '127.0.0.1' });
  idle.on('error', () => undefined);
  idle.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await new Promise<void>((resolve) => idle.once('data', () => resolve()));
  process.kill(pid, 'SIGTERM');
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        for (const path of ['/health/ready', '/health/live'])
          seen.add(
            await fetch(`${origin}${path}`).then(
              ({ status, headers }) => `${path} ${status} ${headers.get('connection') ?? ''}`,
              () => 'refused',
            ),
          );
        return seen.has('/health/ready 503 close') && seen.has('/health/live 200 close');
      },
      { intervals: [5] },
    )
    .toBe(true);
  idle.destroy();
  await restarted('study', pid);
  await stop();
});

test('one trace and one request id lead from the gateway through study to the library', async () => {
  const requestId = `trace-${randomUUID()}`;
  const made = await call(
    'POST',
    '/quizzes/generate',
    { token: learner.token, body: { studyMaterialId: guides[0] }, headers: { 'x-request-id': requestId } },
    site.api,
  );
  expect([made.status, made.headers.get('x-request-id')]).toEqual([201, requestId]);
  const ofRequest = () => spans.filter(({ attributes }) => attributes['lectern.request_id'] === requestId);
  await expect
    .poll(() =>
      ofRequest()
        .map(({ service }) => service)
        .sort(),
    )
    .toEqual(expect.arrayContaining(['lectern-gateway', 'lectern-library', 'lectern-study']));
  const of = (service: string) => ofRequest().find((span) => span.service === service);
  const [gateway, study, library] = [of('lectern-gateway'), of('lectern-study'), of('lectern-library')];
  expect(gateway).toMatchObject({
    name: 'POST /quizzes/generate',
    attributes: { 'http.request.method': 'POST', 'http.route': '/quizzes/generate', 'http.response.status_code': 201 },
  });
  expect(gateway?.parentSpanId ?? '').toBe('');
  expect(study).toMatchObject({ name: 'POST /quizzes/generate', traceId: gateway?.traceId, parentSpanId: gateway?.spanId });
  expect(library).toMatchObject({
    name: 'GET /internal/study-materials/:id/source',
    traceId: gateway?.traceId,
    parentSpanId: study?.spanId,
  });
  for (const part of ['gateway', 'study', 'library'])
    await expect.poll(() => logOf(part).includes(`"requestId":"${requestId}"`), { message: part }).toBe(true);
});

test('logs and traces hold no address, no password and no token', async () => {
  const wrong = 'a password that nobody has';
  await call('POST', '/auth/login', { body: { email: learner.email, password: wrong } }, site.api);
  await call('POST', '/auth/forgot-password', { body: { email: learner.email } }, site.api);
  await call('GET', '/auth/verify-email/some-secret-token-of-a-link', {}, site.api);
  const requestId = `last-${randomUUID()}`;
  await call('GET', '/auth/user', { token: learner.token, headers: { 'x-request-id': requestId } }, site.api);
  await expect.poll(() => logOf('auth').includes(requestId)).toBe(true);
  const files = readdirSync(join(site.dataFolder, 'logs')).map((file) => readFileSync(join(site.dataFolder, 'logs', file), 'utf8'));
  for (const text of [...files, JSON.stringify(spans)])
    for (const secret of [learner.email, learner.token, password, wrong, 'some-secret-token-of-a-link'])
      expect(text.includes(secret)).toBe(false);
});
