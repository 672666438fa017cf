import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Drain } from './Drain.ts';

const times = { leastMs: 0, mostMs: 10_000, activeMs: 10_000 };
let server: Server;
let waiting: ServerResponse[];
let agent: Agent;

beforeEach(async () => {
  waiting = [];
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  server = createServer((incoming, outgoing) => {
    if (incoming.url === '/slow') waiting.push(outgoing);
    else outgoing.end('done');
  });
});
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});
const listen = () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const port = () => (server.address() as AddressInfo).port;
const get = (path: string): Promise<{ body: string; connection: string | undefined }> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: port(), path, agent }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve({ body, connection: answer.headers.connection }));
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

describe('draining', () => {
  it('answers requests on a kept-alive connection and then closes it, and lets requests in flight finish', async () => {
    const drain = new Drain(server);
    await listen();
    expect((await get('/quick')).connection).toBe('keep-alive');
    const draining = drain.drain(times);
    expect(drain.isDraining).toBe(true);
    const slow = get('/slow');
    await until(() => waiting.length === 1);
    waiting[0]?.end('late');
    expect(await slow).toEqual({ body: 'late', connection: 'close' });
    expect(await draining).toBe(0);
    expect(server.listening).toBe(false);
  });

  it('closes the connection of a request that was in flight before the drain', async () => {
    const drain = new Drain(server);
    await listen();
    const slow = get('/slow');
    await until(() => waiting.length === 1);
    const draining = drain.drain(times);
    waiting[0]?.end('late');
    expect(await slow).toEqual({ body: 'late', connection: 'close' });
    expect(await draining).toBe(0);
  });

  it('ends at once without a connection', async () => {
    const drain = new Drain(server);
    await listen();
    await drain.drain({ ...times, mostMs: 1_000_000 });
    expect(server.listening).toBe(false);
  });

  it('accepts requests for the least time, with or without a connection', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const drain = new Drain(server);
      await listen();
      const draining = drain.drain({ leastMs: 800, mostMs: 800, activeMs: 10_000 });
      await jest.advanceTimersByTimeAsync(780);
      expect(await get('/quick')).toEqual({ body: 'done', connection: 'close' });
      expect(server.listening).toBe(true);
      await jest.advanceTimersByTimeAsync(20);
      await draining;
      expect(server.listening).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });

  it('accepts requests while one that was in flight before is worked on, for a limited time', async () => {
    const drain = new Drain(server);
    await listen();
    const slow = get('/slow');
    await until(() => waiting.length === 1);
    const draining = drain.drain({ leastMs: 0, mostMs: 0, workMs: 10_000, activeMs: 0 });
    const other = new Agent({ maxSockets: 1 });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port: port(), path: '/quick', agent: other }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    waiting[0]?.end('late');
    expect((await slow).body).toBe('late');
    expect(await draining).toBe(0);
    expect(server.listening).toBe(false);
    other.destroy();
  });

  it('does not wait for idle connections, and cuts off requests that do not end', async () => {
    const drain = new Drain(server);
    await listen();
    const [idle, half]: [Socket, Socket] = [connect(port(), '127.0.0.1'), connect(port(), '127.0.0.1')];
    const closed = Promise.all(
      [idle, half].map((socket) => new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()))),
    );
    idle.write('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise<void>((resolve) => idle.once('data', () => resolve()));
    half.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nx');
    await until(() => waiting.length === 1);
    expect(await drain.drain({ leastMs: 0, mostMs: 0, activeMs: 50 })).toBe(1);
    await closed;
  });
});
