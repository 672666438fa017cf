import { EventEmitter } from 'node:events';
import { calls, errorCodes, errorStatus, ownerLimits, serviceNames, type ServiceName } from '@lectern/contracts';
import { DocumentTooLargeError, StoreBusyError, StoreUnavailableError } from '@lectern/document-store';
import { createService } from './createService.ts';
import { DomainError, errorAnswer, relayedError } from './DomainError.ts';
import { credentialHeader } from './identity.ts';
import { createInternalClient } from './internalClient.ts';
import { createLog, silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { currentRequest } from './requestContext.ts';
import { route } from './route.ts';
import { credentialHeaders } from './testing/credentialHeaders.ts';
import { creationOf } from './testing/creationOf.ts';
import { readMetrics } from './testing/readMetrics.ts';

const internalSecret = 'a secret of sixteen characters or more';
const clock = () => new Date('2026-03-05T10:00:00Z');
const folder = { _id: 'f1', name: 'Biology', studyMaterials: [], studyMaterialCount: 0, createdAt: '2026-03-05T10:00:00.000Z' };

const material = {
  _id: 'm1',
  title: 'Heart',
  stylePreference: null,
  preview: '',
  folderId: null,
  generatedBy: 'offline',
  createdAt: '2026-03-05T10:00:00.000Z',
  content: '',
  processedContent: { overview: '', markdownContent: '' },
  edited: true,
  sources: [],
  omitted: [],
};

const optionsOf = () => ({
  name: 'library' as const,
  internalSecret,
  idempotency: {
    run: async () => undefined as never,
    creationWithoutKey: async () => creationOf('new'),
    forgetResource: async () => undefined,
    erase: async () => undefined,
  },
  ready: async () => undefined,
  metrics: createMetrics({ part: 'library' }),
  log: silentLog,
  clock,
});

const make = (handle: () => Promise<unknown> = async () => folder, ready: () => Promise<void> = async () => undefined) => {
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics({ part: 'library' });
  const bodies: unknown[] = [];
  const app = createService({
    ...optionsOf(),
    routes: [
      route(calls.createFolder, async ({ body }) => {
        bodies.push(body);
        return (await handle()) as typeof folder;
      }),
      route(calls.updateStudyMaterial, async ({ body }) => {
        bodies.push(body);
        await handle();
        return material;
      }),
    ],
    ready,
    metrics,
    log: createLog('library', clock, (line) => lines.push(JSON.parse(line) as Record<string, unknown>)),
  });
  const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
    app.request(path, {
      method,
      headers: {
        ...credentialHeaders(internalSecret, 'library', path, { identity: { userId: 'u1' }, now: clock() }),
        'content-type': 'application/json',
        ...headers,
      },
      body,
    });
  const create = (body: string, headers: Record<string, string> = {}) => send('POST', '/folders', body, headers);
  /** Replaces the text of a guide, the largest body that there is. */
  const replace = (content: string) => send('PUT', '/study-materials/m1', JSON.stringify({ content }));
  return { app, metrics, lines, bodies, create, replace };
};

describe('a service', () => {
  it('is live and not ready while its database is down', async () => {
    const { app } = make(undefined, () => Promise.reject(new StoreUnavailableError('locked')));
    expect((await app.request('/health/live')).status).toBe(200);
    const ready = await app.request('/health/ready');
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await ready.json()).toEqual({ status: 'not ready', reason: 'locked' });
    // Messages of other errors are in the log only, because they may contain internals.
    const other = make(undefined, () => Promise.reject(new Error('at /srv/secret')));
    expect(await (await other.app.request('/health/ready')).json()).toEqual({ status: 'not ready' });
  });

  it('refuses too many concurrent requests of a learner with Retry-After', async () => {
    const answer = await make(() => Promise.reject(new StoreBusyError('too many'))).create('{"name":"Biology"}');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await answer.json()).toMatchObject({ code: 'rate_limited' });
  });

  it('says that something is too large to be stored', async () => {
    const { create, lines } = make(() => Promise.reject(new DocumentTooLargeError('too large')));
    const answer = await create('{"name":"Biology"}');
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'too_large' });
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('refuses large answers to a learner who leaves them unread, until they are read', async () => {
    const app = createService({
      ...optionsOf(),
      routes: [route(calls.getStudyMaterial, async () => ({ ...material, content: '肾'.repeat(2_000_000) }))],
    });
    const readers: EventEmitter[] = [];
    const ask = async (userId: string): Promise<number> => {
      const headers = credentialHeaders(internalSecret, 'library', '/study-materials/m1', { identity: { userId }, now: clock() });
      const outgoing = new EventEmitter();
      readers.push(outgoing);
      return (await app.request('/study-materials/m1', { headers }, { outgoing })).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push(await ask('u1'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await ask('u2')).toBe(200);
    readers[0]?.emit('close');
    expect(await ask('u1')).toBe(200);
  });

  it('limits the calls by the signed addresses of each learner, of a process without RATE_LIMITS=off', async () => {
    const read = async (owner: string, app: ReturnType<typeof createService>): Promise<number> => {
      const path = `/reviews/calendars/${owner}.c1.${'s'.repeat(43)}.ics`;
      return (await app.request(path, { headers: credentialHeaders(internalSecret, 'study', path, { identity: {}, now: clock() }) }))
        .status;
    };
    const make = (rateLimits: boolean) =>
      createService({
        ...optionsOf(),
        name: 'study',
        rateLimits,
        routes: [
          route(calls.readReviewCalendar, async ({ params, countOwner }) => {
            countOwner(params.file.split('.')[0] ?? '');
            return new Uint8Array([1]);
          }),
        ],
      });
    const { most } = ownerLimits.calendars;
    const app = make(true);
    for (let count = 0; count < most; count += 1) expect(await read('u1', app)).toBe(200);
    expect([await read('u1', app), await read('u2', app)]).toEqual([429, 200]);
    const unlimited = make(false);
    for (let count = 0; count < most + 1; count += 1) expect(await read('u1', unlimited)).toBe(200);
  });

  it('does not answer a call by a signed address whose handler counted no learner', async () => {
    const app = createService({
      ...optionsOf(),
      name: 'study',
      routes: [route(calls.readReviewCalendar, async () => new Uint8Array([1]))],
    });
    const path = `/reviews/calendars/u1.c1.${'s'.repeat(43)}.ics`;
    expect(
      (await app.request(path, { headers: credentialHeaders(internalSecret, 'study', path, { identity: {}, now: clock() }) })).status,
    ).toBe(500);
  });

  it.each(['timeout', 'bad_gateway'] as const)('warns of a provider’s %s with the request’s id, without secrets', async (code) => {
    const cause = new Error('Invalid API Key provided: sk_live_4eC39HqLyjWDarjtT1zdp7dc');
    const { create, lines } = make(() =>
      Promise.reject(new DomainError(code, 'The payment provider is not answering.', { retryAfterSeconds: 5, cause })),
    );
    const answer = await create('{"name":"Biology"}', { 'x-request-id': 'request-of-the-test' });
    expect(answer.status).toBe(errorStatus[code]);
    const { requestId } = (await answer.json()) as { requestId: string };
    expect(lines.filter(({ event }) => event !== 'request')).toMatchObject([
      { level: 'warn', event: 'request.provider-failed', requestId, method: 'POST', route: '/folders', code, error: { name: 'Error' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('sk_live_4eC39');
  });

  it('refuses a compressed body, and answers HEAD like GET', async () => {
    const { create, bodies } = make();
    const answer = await create('{"name":"Biology"}', { 'content-encoding': 'gzip' });
    expect([answer.status, await answer.json()]).toEqual([415, expect.objectContaining({ code: 'unsupported_type' })]);
    expect(bodies).toEqual([]);

    const app = createService({ ...optionsOf(), routes: [route(calls.getStudyMaterial, async () => material)] });
    const path = '/study-materials/m1';
    const ask = (method: string, headers: Record<string, string> = {}) =>
      app.request(path, {
        method,
        headers: { ...credentialHeaders(internalSecret, 'library', path, { identity: { userId: 'u1' }, now: clock() }), ...headers },
      });
    const [head, get] = [await ask('HEAD'), await ask('GET', { 'content-encoding': 'gzip' })];
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, get.headers.get('content-type'), '']);
    expect(get.status).toBe(200);
  });

  it('does not log a failure when a client has left', async () => {
    const gone = new AbortController();
    const { app, lines } = make(() => {
      gone.abort();
      return Promise.reject(new Error('aborted'));
    });
    const headers = {
      ...credentialHeaders(internalSecret, 'library', '/folders', { identity: { userId: 'u1' }, now: clock() }),
      'content-type': 'application/json',
    };
    await app.request('/folders', { method: 'POST', headers, body: '{"name":"Biology"}', signal: gone.signal });
    expect(lines.map(({ event }) => event)).toEqual(['request']);
  });

  it('is not ready while its database hangs', async () => {
    jest.useFakeTimers();
    try {
      const { app } = make(undefined, () => new Promise(() => undefined));
      const asked = app.request('/health/ready');
      await jest.advanceTimersByTimeAsync(2_000);
      expect((await asked).status).toBe(503);
    } finally {
      jest.useRealTimers();
    }
  });

  it('passes the request’s id to its answer, its log and its calls of other services', async () => {
    const sent: Headers[] = [];
    const call = createInternalClient({
      from: 'library',
      origins: Object.fromEntries(serviceNames.map((name) => [name, 'http://service'])) as Record<ServiceName, string>,
      secret: internalSecret,
      clock,
      fetch: async (_input, init) => {
        sent.push(new Headers(init?.headers));
        return Response.json({});
      },
    });
    const { create, lines } = make(async () => {
      expect(currentRequest()?.requestId).toBe('from-the-browser');
      await call({ to: 'billing', path: '/internal/x', answer: calls.createPortalSession.body, timeoutMs: 100 });
      return folder;
    });
    const answer = await create('{"name":"Biology"}', { 'x-request-id': 'from-the-browser' });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, 'from-the-browser']);
    expect(sent.map((headers) => headers.get('x-request-id'))).toEqual(['from-the-browser']);
    expect(lines).toEqual([
      expect.objectContaining({ event: 'request', requestId: 'from-the-browser', method: 'POST', route: '/folders', status: 201 }),
    ]);
    // A malformed request id is replaced, because it would get into the log.
    const other = await create('{"name":"Biology"}', { 'x-request-id': 'a"b c' });
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('counts requests while they are being answered, and failures of its database', async () => {
    let finish: () => void = () => undefined;
    const slow = make(() => new Promise((resolve) => (finish = () => resolve(folder))));
    const answer = slow.create('{"name":"Biology"}');
    const inFlight = async () => readMetrics((await slow.metrics.text()).body).valueOf('http_requests_in_flight', {});
    while ((await inFlight()) !== 1 || slow.bodies.length === 0) await new Promise((resolve) => setImmediate(resolve));
    finish();
    await answer;
    expect(await inFlight()).toBe(0);

    const broken = make(() => Promise.reject(new StoreUnavailableError('disk full')));
    const failed = await broken.create('{"name":"Biology"}');
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2']);
    expect(readMetrics((await broken.metrics.text()).body).valueOf('lectern_store_errors_total', {})).toBe(1);
  });

  it('limits the memory of bodies, and accepts others when it is released', async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise((resolve) => (finish = () => resolve(undefined)));
    const { create, replace, bodies } = make(async () => {
      await gate;
      return folder;
    });
    const first = Array.from({ length: 32 }, () => replace('x'.repeat(1_999_000)));
    while (bodies.length < 32) await new Promise((resolve) => setImmediate(resolve));
    const refused = await replace('x'.repeat(1_999_000));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const small = create('{"name":"small"}');
    while (bodies.length < 33) await new Promise((resolve) => setImmediate(resolve));
    finish();
    expect((await small).status).toBe(201);
    for (const answer of await Promise.all(first)) expect(answer.status).toBe(200);
    expect((await replace('x'.repeat(1_999_000))).status).toBe(200);
  });

  it.each([
    ['longer than its call can use', `{"name":"${'x'.repeat(16_384)}"}`, 413],
    ['nested deeper than 64 levels', `{"name":${'['.repeat(64)}`, 400],
    ['of more values than its call can use', `[${'1,'.repeat(2_000)}1]`, 400],
  ])('refuses a body %s before it is parsed', async (_what, body, status) => {
    const { create, bodies } = make();
    const parse = jest.spyOn(JSON, 'parse');
    expect((await create(body)).status).toBe(status);
    expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([]);
    expect(bodies).toEqual([]);
    parse.mockRestore();
  });

  it('answers 503, never 401, for a bad credential, and 403 for one of another purpose', async () => {
    const { app, create, lines } = make();
    for (const headers of [{}, { [credentialHeader]: 'forged' }]) {
      const answer = await app.request('/folders', { headers });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    }
    const expired = credentialHeaders(internalSecret, 'library', '/folders', { now: new Date(clock().getTime() - 60_000) });
    expect((await create('{"name":"x"}', expired)).status).toBe(503);
    const learners = credentialHeaders(internalSecret, 'library', '/folders', { identity: { userId: 'u1' }, now: clock() });
    for (const path of ['/internal/version', '/internal/openapi.json', '/folders/../internal/version', '/folders/%2e%2e/internal/version'])
      expect((await app.request(path, { headers: learners })).status).toBe(403);
    expect((await app.request('/study-materials', { headers: learners })).status).toBe(403);
    const parts = credentialHeaders(internalSecret, 'library', '/internal/version', { now: clock() });
    expect((await app.request('/internal/version', { headers: parts })).status).toBe(200);
    expect((await app.request('/internal/openapi.json', { headers: parts })).status).toBe(403);
    expect((await create('{"name":"x"}', parts)).status).toBe(403);
    expect(lines.filter(({ event }) => event === 'credential.refused')).toHaveLength(10);
  });

  it.each(['{"name":"x","__proto__":{"polluted":true}}', '{"name":"x","constructor":{"prototype":{"polluted":true}}}'])(
    'drops fields of a body that the call does not name: %s',
    async (body) => {
      const { create, bodies } = make();
      expect((await create(body)).status).toBe(201);
      expect(bodies).toEqual([{ name: 'x' }]);
      expect(Object.getPrototypeOf(bodies[0])).toBe(Object.prototype);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
  );
});

describe('the answer of an error', () => {
  it.each(errorCodes.filter((code) => errorStatus[code] >= 500))('of %s has Retry-After', (code) => {
    const { headers, body } = errorAnswer(relayedError(code, 'A sentence.', 3), 'r1');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ msg: 'A sentence.', code });
  });

  it('cannot be created without it for transient failures', () => {
    // @ts-expect-error `retryAfterSeconds` is missing.
    expect(new DomainError('unavailable', 'A sentence.').code).toBe('unavailable');
    expect(errorAnswer(new DomainError('not_found', 'A sentence.'), 'r1').headers).not.toHaveProperty('retry-after');
  });
});
