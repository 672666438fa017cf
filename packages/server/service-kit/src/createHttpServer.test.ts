import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createHttpServer } from './createHttpServer.ts';

let server: Server;
let seen: string[];
let refused: string[];
beforeAll(async () => {
  server = createHttpServer({
    fetch: (request) => {
      seen.push(new URL(request.url).pathname);
      if (request.url.endsWith('/broken')) throw new Error('broken');
      return new Response('fine');
    },
    hostname: '127.0.0.1',
    refused: (requestId) => void refused.push(requestId),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  refused = [];
});

const send = (request: string): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.once('close', () => resolve(text));
  });
const ask = (target: string, host = 'x'): Promise<string> => send(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);

it('passes canonical targets on', async () => {
  expect(await ask('/a/b?c=../d')).toMatch(/^HTTP\/1\.1 200 .*fine$/s);
  expect(seen).toEqual(['/a/b']);
});

it.each(['/a/../internal', '/a/..\\internal', '/a\\..\\internal', '//a', 'http://x/a', 'https://x/a', '*', '/%2e%2e', '/a/%2E%2E/b'])(
  'answers 400 in the one form of errors to %s, which no app sees',
  async (target) => {
    const text = await ask(target);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    const body = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '') as { requestId: string };
    expect(body).toEqual({ msg: expect.any(String), code: 'invalid', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(text).toContain(`x-request-id: ${body.requestId}`);
    expect([seen, refused]).toEqual([[], [body.requestId]]);
  },
);

it.each([
  ['has no host', 'GET /a HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['has an empty host', 'GET /a HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n'],
  ['expects what nobody promised', 'POST /a HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: miracles\r\ncontent-length: 0\r\n\r\n'],
  ['has a name that is none', 'GET /a HTTP/1.1\r\nhost: x\r\nna me: x\r\n\r\n'],
  ['has two lengths', 'POST /a HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\ncontent-length: 1\r\n\r\n'],
])('answers 400 in the one form of errors to a request that %s, with an id', async (_what, request) => {
  const text = await send(request);
  expect(text).toMatch(/^HTTP\/1\.1 400 .*\r\ncontent-type: application\/json/is);
  const body = JSON.parse(/\{.*\}/.exec(text)?.[0] ?? '') as { requestId: string };
  expect(body).toEqual({ msg: expect.any(String), code: 'invalid', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(text).toContain(`x-request-id: ${body.requestId}`);
  expect([seen, refused]).toEqual([[], [body.requestId]]);
});

it('answers a request of HTTP/1.0, which need not have a host', async () => {
  expect(await send('GET /a HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 .*fine$/s);
});

it.each(['a b', 'x/y', 'x?y', 'x#', '[', 'x:y'])('answers 400 to the host %j', async (host) => {
  expect(await ask('/a', host)).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid"/s);
  expect(seen).toEqual([]);
});

it('answers 500 when the app fails to answer', async () => {
  expect(await ask('/broken')).toMatch(/^HTTP\/1\.1 500 .*retry-after: 5.*"code":"internal"/s);
});
