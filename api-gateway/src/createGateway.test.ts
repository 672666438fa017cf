import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import jwt from 'jsonwebtoken';
import { networkLimits, serviceNames, type ErrorBody, type ServiceName } from '@lectern/contracts';
import { createLog, createMetrics } from '@lectern/service-kit';
import { createHttpServer } from '@lectern/service-kit/http-server';
import { readMetrics } from '@lectern/service-kit/testing';
import { createGateway, type Gateway } from './createGateway.ts';

const tokenSecret = 'a secret of more than sixteen characters';
const internalSecret = 'another secret of sixteen characters';
const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Every service at one address. */
const originsAt = (origin: string) => Object.fromEntries(serviceNames.map((name) => [name, origin])) as Record<ServiceName, string>;

interface Seen {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  body: string;
}

let now: Date;
let monotonicMs: number;
let upstream: Server;
let server: Server;
let gateway: Gateway;
let seen: Seen[];
let ended: string[];
let isAuthUp: boolean;
let respond: (request: Seen) => { status: number; body: string | Uint8Array; headers?: Record<string, string> };
let url: string;
let connections: number;
let lines: Record<string, unknown>[];

const optionsAt = (origin: string) => ({
  origins: originsAt(origin),
  tokenSecret,
  internalSecret,
  publicUrl: 'http://localhost:3000',
  apiUrl: 'http://localhost:8080',
  trustedProxies: [],
  rateLimits: true,
  metrics: createMetrics({ part: 'gateway' }),
  log: createLog(
    'gateway',
    () => now,
    (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  ),
  clock: () => now,
});
const listen = ({ fetch: answer, pipe }: Gateway): Promise<Server> =>
  new Promise((resolve) => {
    const listening = createHttpServer({ fetch: answer, pipe, hostname: '127.0.0.1', readsBodiesToTheEnd: true });
    listening.listen(0, '127.0.0.1', () => resolve(listening));
  });

beforeEach(async () => {
  now = new Date('2026-03-05T10:00:00Z');
  monotonicMs = 0;
  seen = [];
  lines = [];
  connections = 0;
  ended = [];
  isAuthUp = true;
  respond = () => ({ status: 200, body: '[]' });
  upstream = createServer((request, response) => {
    if (request.url?.startsWith('/internal/revocations')) {
      if (!isAuthUp) return void response.writeHead(500).end();
      const sessions = ended.map((sessionId, index) => ({ _id: `0195649a-0000-7000-8000-00000000000${index}`, sessionId }));
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ sessions, next: null }));
    }
    connections += 1;
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      seen.push(call);
      const answer = respond(call);
      const headers = { 'content-type': 'application/json', 'x-next': 'n1', 'x-secret-header': 'no', ...answer.headers };
      response.writeHead(answer.status, headers).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${portOf(upstream)}`;
  gateway = createGateway({
    ...optionsAt(origin),
    origins: { ...originsAt(origin), billing: 'http://127.0.0.1:1' },
    monotonic: () => monotonicMs,
  });
  await gateway.feed.sync();
  server = await listen(gateway);
  url = `http://127.0.0.1:${portOf(server)}`;
});
afterEach(async () => {
  await gateway.close();
  await new Promise((resolve) => server.close(resolve));
  await new Promise((resolve) => upstream.close(resolve));
});

const token = (sessionId = 's1', userId = 'u1') => {
  const iat = Math.floor(now.getTime() / 1000);
  return jwt.sign({ sub: userId, sid: sessionId, aud: 'lectern', typ: 'session', iat, exp: iat + 3600 }, tokenSecret, {
    algorithm: 'HS256',
  });
};
const folders = (headers: Record<string, string> = {}) => fetch(`${url}/folders`, { headers: { 'x-auth-token': token(), ...headers } });

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};
const rawRequest = (text: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(portOf(server), '127.0.0.1', () => socket.write(text, () => resolve(socket)));
    socket.on('error', () => undefined);
  });
const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.once('close', () => resolve(text));
  });

describe('the gateway', () => {
  it('passes the identity to the service, and drops identity and unknown headers of the client', async () => {
    const answer = await folders({
      'x-internal-credential': 'forged',
      'x-client-address': '1.1.1.1',
      'x-user-id': 'u2',
      cookie: 'a=b',
      'x-forwarded-for': '9.9.9.9',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-next')).toBe('n1');
    expect(answer.headers.get('x-secret-header')).toBeNull();
    const { headers } = seen[0]!;
    expect(
      jwt.verify(String(headers['x-internal-credential']), internalSecret, { audience: 'library', clockTimestamp: now.getTime() / 1000 }),
    ).toMatchObject({ sub: 'u1', sid: 's1', typ: 'learner-call', iss: 'gateway', path: '/folders' });
    expect(headers['x-client-address']).toBe('127.0.0.1');
    for (const name of ['x-user-id', 'cookie', 'x-auth-token', 'x-forwarded-for']) expect(headers[name]).toBeUndefined();
    expect(headers['x-request-id']).toBe(answer.headers.get('x-request-id'));
  });

  it('pipes bodies and answers through', async () => {
    respond = ({ body }) => ({ status: 201, body });
    const answer = await fetch(`${url}/folders`, {
      method: 'POST',
      headers: { 'x-auth-token': token(), 'content-type': 'application/json', 'idempotency-key': 'k1' },
      body: '{"name":"Ä"}',
    });
    expect([answer.status, await answer.json()]).toEqual([201, { name: 'Ä' }]);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/folders', headers: { 'idempotency-key': 'k1' } });
  });

  it('answers HEAD like GET, without the body and within the same limits', async () => {
    respond = () => ({ status: 200, body: '[{"name":"Ä"}]', headers: { 'content-length': '15', 'x-next': 'n2' } });
    const [head, get] = [await fetch(`${url}/folders`, { method: 'HEAD', headers: { 'x-auth-token': token() } }), await folders()];
    const headersOf = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['connection', 'date', 'keep-alive', 'x-request-id'].includes(name));
    expect([head.status, headersOf(head), await head.text()]).toEqual([200, headersOf(get), '']);
    expect(Object.fromEntries(head.headers)).toMatchObject({ 'content-length': '15', 'x-next': 'n2', 'cache-control': 'no-store' });
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);

    expect((await fetch(`${url}/folders`, { method: 'HEAD' })).status).toBe(401);
    expect((await fetch(`${url}/nothing`, { method: 'HEAD' })).status).toBe(404);
    expect((await fetch(`${url}/version`, { method: 'HEAD' })).status).toBe(200);
    const { most } = networkLimits.links;
    const statuses = new Set<number>();
    for (let count = 0; count < most; count += 1)
      statuses.add((await fetch(`${url}/auth/verify-email/a-token`, { method: count % 2 ? 'GET' : 'HEAD' })).status);
    expect([...statuses]).toEqual([200]);
    expect((await fetch(`${url}/auth/verify-email/a-token`, { method: 'HEAD' })).status).toBe(429);
  });

  it('passes a large answer to HEAD by, and keeps the connection', async () => {
    respond = () => ({ status: 200, body: 'x'.repeat(3_000_000), headers: { 'content-length': '3000000' } });
    const socket = await rawRequest(
      `HEAD /folders HTTP/1.1\r\nHost: x\r\nx-auth-token: ${token()}\r\n\r\nHEAD /folders HTTP/1.1\r\nHost: x\r\nx-auth-token: ${token()}\r\nConnection: close\r\n\r\n`,
    );
    const text = await readToEnd(socket);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(text).not.toContain('xxx');
  });

  it.each(['gzip', 'br', 'deflate, gzip'])('refuses a body with Content-Encoding: %s', async (encoding) => {
    const headers = { 'x-auth-token': token(), 'content-encoding': encoding };
    for (const body of ['{"name":"Biology"}', new Uint8Array([31, 139, 8])]) {
      const answer = await fetch(`${url}/folders`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body });
      const { code, msg } = (await answer.json()) as ErrorBody;
      expect([answer.status, code, msg]).toEqual([415, 'unsupported_type', expect.stringContaining(encoding)]);
    }
    expect((await fetch(`${url}/subscription/webhook`, { method: 'POST', headers, body: '{}' })).status).toBe(415);
    expect(seen).toEqual([]);
    // Without a body the header says nothing, and `identity` says nothing either.
    expect((await folders(headers)).status).toBe(200);
    const plain = { ...headers, 'content-encoding': 'identity', 'content-type': 'application/json' };
    expect((await fetch(`${url}/folders`, { method: 'POST', headers: plain, body: '{"name":"Biology"}' })).status).toBe(200);
  });

  it.each(['/version', '/openapi.json', `/reviews/calendars/u1.c1.${'s'.repeat(43)}.ics`])(
    'limits the calls without a session of a network: %s',
    async (path) => {
      const { most } = networkLimits.calendars;
      const statuses: number[] = [];
      for (let round = 0; round < most / 100; round += 1)
        statuses.push(
          ...(await Promise.all(
            Array.from({ length: 100 }, async () => {
              const answer = await fetch(`${url}${path}`);
              await answer.arrayBuffer();
              return answer.status;
            }),
          )),
        );
      expect(statuses.filter((status) => status === 429)).toEqual([]);
      const refused = await fetch(`${url}${path}`);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    },
  );

  it('refuses an ended session once it is in the feed', async () => {
    expect((await folders()).status).toBe(200);
    ended = ['s1'];
    await gateway.feed.sync();
    const refused = await folders();
    expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([401, 'session_ended']);
    expect((await folders({ 'x-auth-token': token('s2') })).status).toBe(200);
  });

  it('goes on for 60 s while auth is down, then answers 503 with Retry-After', async () => {
    isAuthUp = false;
    monotonicMs += 60_000;
    await gateway.feed.sync();
    expect((await folders()).status).toBe(200);
    monotonicMs += 1;
    const refused = await folders();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'not ready' });
    isAuthUp = true;
    await gateway.feed.sync();
    expect((await folders()).status).toBe(200);
  });

  it.each([-1, 1])('keeps transfers, the age of the feed and call counts when the clock jumps (%i h)', async (hours) => {
    for (let call = 0; call < 600; call++) expect((await folders()).status).toBe(200);
    const sending = await rawRequest(
      `POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`,
    );
    await until(() => connections > 600);
    monotonicMs += 15_000;
    now = new Date(now.getTime() + hours * 3_600_000);
    gateway.slowClients.check();
    sending.write('}');
    await until(() => seen.some(({ body }) => body === '{}'));
    sending.destroy();
    const refused = await folders();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45']);
    monotonicMs += 45_000;
    expect((await folders()).status).toBe(200);
    monotonicMs += 1;
    expect((await folders()).status).toBe(503);
  });

  it.each([-1, 1])('issues a credential of the new time when the clock jumps (%i h)', async (hours) => {
    await folders();
    now = new Date(now.getTime() + hours * 3_600_000);
    await folders();
    const issuedAt = seen.map(({ headers }) => (jwt.decode(String(headers['x-internal-credential'])) as jwt.JwtPayload).iat);
    expect(issuedAt).toEqual([now.getTime() / 1_000 - hours * 3_600, now.getTime() / 1_000]);
  });

  it('answers 503 with the standard error body when a service is down', async () => {
    const answer = await fetch(`${url}/subscription/status`, { headers: { 'x-auth-token': token() } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toEqual({ msg: expect.any(String), code: 'unavailable', requestId: answer.headers.get('x-request-id') });
  });

  it('refuses a body that is declared too large before reading it', async () => {
    const answer = await fetch(`${url}/study-materials/unified`, {
      method: 'POST',
      headers: { 'x-auth-token': token() },
      body: new Uint8Array(56 * 1024 * 1024 + 70_000),
    }).catch((error: unknown) => error);
    if (answer instanceof Response) expect(answer.status).toBe(413);
    expect(seen).toEqual([]);
  });

  it('forwards an answer that came before the end of the body, and lets the client finish', async () => {
    const early = createServer((request, response) => {
      if (request.url?.startsWith('/internal/')) return void response.end('{"sessions":[],"next":null}');
      // Answers at the first bytes and drops the rest, as a service does that refuses a file.
      request.once('data', () => {
        response.writeHead(415, { 'content-type': 'application/json' }).end('{"msg":"no"}');
        request.resume();
      });
    });
    await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${portOf(early)}`;
    const other = createGateway(optionsAt(origin));
    await other.feed.sync();
    const front = await listen(other);
    for (let round = 0; round < 5; round++) {
      const answer = await fetch(`http://127.0.0.1:${portOf(front)}/study-materials/unified`, {
        method: 'POST',
        headers: { 'x-auth-token': token() },
        body: new Uint8Array(20 * 1024 * 1024),
      });
      expect([answer.status, await answer.json()]).toEqual([415, { msg: 'no' }]);
    }
    await other.close();
    await new Promise((resolve) => front.close(resolve));
    await new Promise((resolve) => early.close(resolve));
  });

  it('asks browsers for HTTPS where its address has it, in every answer', async () => {
    const other = createGateway({ ...optionsAt(`http://127.0.0.1:${portOf(upstream)}`), apiUrl: 'https://api.lectern.example' });
    await other.feed.sync();
    const front = await listen(other);
    const transportOf = async (base: string, path: string) => {
      const answer = await fetch(`${base}${path}`, { headers: { 'x-auth-token': token() } });
      await answer.arrayBuffer();
      return answer.headers.get('strict-transport-security');
    };
    for (const path of ['/folders', '/nothing', '/health/live', '/version']) {
      expect(await transportOf(`http://127.0.0.1:${portOf(front)}`, path)).toBe('max-age=31536000');
      expect(await transportOf(url, path)).toBeNull();
    }
    await other.close();
    await new Promise((resolve) => front.close(resolve));
  });

  it('hands on the name of a file', async () => {
    const headers = { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''x.csv` };
    respond = () => ({ status: 200, body: 'a,b', headers });
    const answered = await folders();
    expect(Object.fromEntries(answered.headers)).toMatchObject({ ...headers, 'cache-control': 'no-store' });
  });

  it('keeps no header of an answer that breaks before its first byte', async () => {
    upstream.prependListener('request', ({ url: path, socket }: IncomingMessage) => {
      if (path?.startsWith('/internal')) return;
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 9\r\ncontent-disposition: attachment\r\nx-next: n2\r\n\r\n');
    });
    const answered = await folders();
    expect(answered.status).toBe(503);
    expect(Object.fromEntries(answered.headers)).toMatchObject({ 'content-type': expect.stringContaining('application/json') as string });
    expect([answered.headers.get('content-disposition'), answered.headers.get('x-next')]).toEqual([null, null]);
    expect(await answered.json()).toMatchObject({ code: 'unavailable' });
  });

  it('lets the browser keep a picture as the library says, and nothing else', async () => {
    const headers = { 'content-type': 'image/webp', 'cache-control': 'private, max-age=3600', 'content-security-policy': 'sandbox' };
    respond = () => ({ status: 200, body: 'a picture', headers });
    const picture = `${url}/study-materials/g1/pictures/p1?expires=1&signature=s`;
    const kept = await fetch(picture);
    expect(await kept.text()).toBe('a picture');
    expect(Object.fromEntries(kept.headers)).toMatchObject({ ...headers, 'x-content-type-options': 'nosniff' });
    expect((await folders()).headers.get('cache-control')).toBe('no-store');
    respond = () => ({ status: 404, body: '{}', headers: { 'cache-control': 'max-age=3600' } });
    expect((await fetch(picture)).headers.get('cache-control')).toBe('no-store');
    respond = () => ({ status: 200, body: 'a picture' });
    expect((await fetch(picture)).headers.get('cache-control')).toBe('no-store');
  });

  it('forwards public calls without a session, and no others', async () => {
    expect((await fetch(`${url}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status).toBe(
      200,
    );
    expect(seen[0]?.headers['x-internal-credential']).toBeDefined();
    expect((await fetch(`${url}/auth/user`)).status).toBe(401);
    expect((await fetch(`${url}/auth/anything-new`)).status).toBe(401);
  });

  it('limits registrations of a network in an hour; invalid ones do not count', async () => {
    const register = () => fetch(`${url}/auth/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    respond = () => ({ status: 400, body: '{}' });
    for (let call = 0; call < 70; call++) expect((await register()).status).toBe(400);
    respond = () => ({ status: 201, body: '{}' });
    for (let call = 0; call < 60; call++) expect((await register()).status).toBe(201);
    const refused = await register();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(seen.filter(({ url }) => url === '/auth/register')).toHaveLength(130);
    monotonicMs += 3_600_000;
    expect((await register()).status).toBe(201);
  });

  it('answers its metrics to this machine only, with calls by their pattern', async () => {
    await fetch(`${url}/quizzes/q1?after=secret`, { headers: { 'x-auth-token': token() } });
    await fetch(`${url}/no-such-thing`);
    const answer = await fetch(`${url}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    const read = readMetrics(text);
    expect(read.valueOf('http_request_duration_seconds_count', { method: 'GET', route: '/quizzes/:id', status: '200' })).toBe(1);
    expect(read.valueOf('http_request_duration_seconds_count', { method: 'GET', route: 'other', status: '404' })).toBe(1);
    expect(text).not.toMatch(/secret|no-such-thing/);
    expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
    expect(seen.filter((request) => request.url === '/metrics')).toEqual([]);
  });

  it('logs one line for each request, with its id and the pattern of the route, without the requested path', async () => {
    const answer = await fetch(`${url}/quizzes/q1?after=secret`, {
      headers: { 'x-auth-token': token(), 'x-request-id': 'from-the-browser' },
    });
    expect(answer.headers.get('x-request-id')).toBe('from-the-browser');
    expect(seen[0]?.headers['x-request-id']).toBe('from-the-browser');
    await until(() => lines.some(({ event }) => event === 'request'));
    expect(lines.filter(({ event }) => event === 'request')).toEqual([
      {
        time: now.toISOString(),
        level: 'info',
        service: 'gateway',
        event: 'request',
        requestId: 'from-the-browser',
        method: 'GET',
        route: '/quizzes/:id',
        status: 200,
        ms: expect.any(Number),
        upstream: 'study',
      },
    ]);
  });

  it('cuts off a client that sends its body too slowly, with an answer', async () => {
    const socket = await rawRequest(
      `POST /folders HTTP/1.1\r\nhost: x\r\nx-auth-token: ${token()}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    );
    await until(() => connections > 0);
    monotonicMs += 20_000;
    gateway.slowClients.check();
    const text = await readToEnd(socket);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(/connection: close/i);
    expect(text).toContain('The request came in too slowly.');
  });

  it('cuts off a client that does not read the answer', async () => {
    respond = () => ({ status: 200, body: 'x'.repeat(30_000_000) });
    const socket = await rawRequest(`GET /folders HTTP/1.1\r\nhost: x\r\nx-auth-token: ${token()}\r\n\r\n`);
    await new Promise<void>((resolve) => socket.once('readable', () => resolve()));
    monotonicMs += 300_000;
    gateway.slowClients.check();
    expect((await readToEnd(socket)).length).toBeLessThan(30_000_000);
  });

  it('forwards one large body of a learner at a time, beside small ones and those of others', async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    upstream.removeAllListeners('request');
    const begun: string[] = [];
    upstream.on('request', (request: IncomingMessage, response: ServerResponse) => {
      begun.push(request.url ?? '');
      request.resume().once('end', () => void gate.then(() => response.end('{}')));
    });
    const put = (path: string, length: number, user = 'u1') =>
      fetch(`${url}/study-materials/${path}`, {
        method: 'PUT',
        headers: { 'x-auth-token': token(`s-${user}`, user), 'content-type': 'application/json' },
        body: JSON.stringify({ content: 'x'.repeat(length) }),
      });
    const large = [put('a', 300_000), put('b', 300_000), put('c', 300_000)];
    const others = [put('small', 1_000), put('theirs', 300_000, 'u2')];
    await until(() => begun.length === 3);
    expect(begun.filter((path) => /(small|theirs)$/.test(path))).toHaveLength(2);
    finish();
    for (const answer of await Promise.all([...large, ...others])) expect(answer.status).toBe(200);
    expect(begun).toHaveLength(5);
  });

  it('delays only the own calls of a client that does not read its answers', async () => {
    // One for all answers: more than the buffers between service and client hold.
    const large = Buffer.alloc(30_000_000, 'x');
    respond = ({ url: target }) => ({ status: 200, body: target === '/quizzes' ? large : '[]' });
    const unread = await Promise.all(
      Array.from({ length: 140 }, () => rawRequest(`GET /quizzes HTTP/1.1\r\nhost: x\r\nx-auth-token: ${token()}\r\n\r\n`)),
    );
    try {
      // 32 calls, and the question to auth how many more the learner may make.
      await until(() => connections >= 33);
      const theirs = folders();
      // Longer than any step of this test. Without a limit per learner, this call would wait until the other answers are read.
      const signal = AbortSignal.timeout(20_000);
      const other = await fetch(`${url}/folders`, { headers: { 'x-auth-token': token('s2', 'u2') }, signal });
      expect([other.status, connections]).toEqual([200, 34]);
      for (const socket of unread) socket.destroy();
      expect((await theirs).status).toBe(200);
    } finally {
      for (const socket of unread) socket.destroy();
    }
  });

  it.each([
    '/folders/../internal/events',
    '/quizzes/%2e%2e/internal/events',
    '/auth/.%2E/internal/events',
    '/study-materials/x/../../internal/events',
    '/./internal/events',
    '//internal/events',
    '/folders/..%2Finternal/events',
    '/%66olders',
    '/folders/%00',
    'http://localhost/folders',
    'http://localhost/internal/events',
  ])('refuses the target %s without forwarding it', async (target) => {
    const socket = await rawRequest(`GET ${target} HTTP/1.1\r\nhost: x\r\nx-auth-token: ${token()}\r\nconnection: close\r\n\r\n`);
    const text = await readToEnd(socket);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('This address is not in its canonical form.');
    expect(connections).toBe(0);
  });

  it.each([
    ['longer than its call can use', '/auth/login', [`{"email":"${'x'.repeat(17_000)}"}`], 413],
    [
      'longer than its call can use, of unknown length',
      '/auth/login',
      ['{"email":"', ...Array<string>(40).fill('x'.repeat(1_000)), '"}'],
      413,
    ],
    ['nested too deep', '/folders', ['{"name":', '['.repeat(70)], 400],
    ['nested too deep, of an unknown call', '/folders/f1/new-call', ['['.repeat(70)], 400],
    ['of too many values', '/folders', ['[', '1,'.repeat(2_000)], 400],
  ])('refuses a body %s before a service has all of it', async (_what, path, pieces, status) => {
    const body = pieces.join('');
    const framing =
      pieces.length > 30
        ? `transfer-encoding: chunked\r\n\r\n${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
        : `content-length: ${body.length}\r\n\r\n${body}`;
    const socket = await rawRequest(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-auth-token: ${token()}\r\ncontent-type: application/json\r\nconnection: close\r\n${framing}`,
    );
    expect(await readToEnd(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(seen).toEqual([]);
  });

  it('retries a call whose connection ended before the answer, when it changes nothing', async () => {
    expect((await folders()).status).toBe(200);
    let drops = 1;
    upstream.prependListener('request', (request: { url?: string; socket: Socket }) => {
      if (!request.url?.startsWith('/internal') && drops-- > 0) request.socket.destroy();
    });
    expect((await folders()).status).toBe(200);
    drops = 1;
    const change = await fetch(`${url}/folders`, { method: 'POST', headers: { 'x-auth-token': token() }, body: '{}' });
    expect([change.status, change.headers.get('retry-after')]).toEqual([503, '2']);
    drops = 2;
    expect((await folders()).status).toBe(503);
  });

  it('does not retry a call with a body, which is consumed', async () => {
    expect((await folders()).status).toBe(200);
    let drops = 0;
    upstream.prependListener('request', (request: IncomingMessage) => {
      if (request.url?.startsWith('/internal')) return;
      drops += 1;
      request.once('end', () => request.socket.destroy());
    });
    const socket = await rawRequest(
      `GET /folders HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-auth-token: ${token()}\r\ncontent-length: 2\r\n\r\n{}`,
    );
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 503 /);
    expect(drops).toBe(1);
  });

  it('waits for a restarting service, also with bodies', async () => {
    expect((await folders()).status).toBe(200);
    const port = portOf(upstream);
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
    respond = ({ body }) => ({ status: 201, body });
    const body = JSON.stringify({ content: 'a'.repeat(200_000) });
    const waiting = fetch(`${url}/study-materials/m1`, {
      method: 'PUT',
      headers: { 'x-auth-token': token(), 'content-type': 'application/json' },
      body,
    });
    // The port refuses connections now, so the gateway has to wait.
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    await new Promise<void>((resolve) => upstream.listen(port, '127.0.0.1', resolve));
    const answer = await waiting;
    expect([answer.status, (await answer.text()) === body]).toEqual([201, true]);
  });
});
