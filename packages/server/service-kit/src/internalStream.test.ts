import { serviceNames, type ServiceName } from '@lectern/contracts';
import { readCredential, credentialHeader, requestIdHeader } from './identity.ts';
import { createInternalStream } from './internalStream.ts';

const secret = 'a secret of sixteen characters or more';
const clock = () => new Date('2026-03-05T10:00:00Z');
const silence = 30_000;

/** Another service, whose answer is sent by hand. Like a real one it fails when the call is given up. */
const answering = () => {
  const state = { isCancelled: false, requests: [] as Request[] };
  let body: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (body = controller),
    cancel: () => void (state.isCancelled = true),
  });
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    state.requests.push(request);
    request.signal.addEventListener('abort', () => {
      body.error(request.signal.reason);
    });
    return new Response(stream);
  };
  return {
    state,
    send,
    write: (text: string | Uint8Array) => {
      body.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text);
    },
    end: () => {
      body.close();
    },
    lose: () => {
      body.error(new TypeError('terminated'));
    },
  };
};

const open = (send: typeof fetch, signal = new AbortController().signal) =>
  createInternalStream({
    from: 'auth',
    origins: Object.fromEntries(serviceNames.map((name) => [name, `http://${name}`])) as Record<ServiceName, string>,
    secret,
    clock,
    fetch: send,
  })({ to: 'library', path: '/internal/x', userId: 'u1', requestId: 'r1', signal })[Symbol.asyncIterator]();
const rest = async (lines: AsyncIterator<string>): Promise<string[]> => {
  const all: string[] = [];
  for (let next = await lines.next(); !next.done; next = await lines.next()) all.push(next.value);
  return all;
};
const unavailable = { name: 'DomainError', code: 'unavailable', retryAfterSeconds: 2 };

describe('an answer in lines', () => {
  it('is read line by line, wherever its parts begin, by a call for one learner', async () => {
    const service = answering();
    const lines = open(service.send);
    const first = lines.next();
    const bytes = new TextEncoder().encode('öne\ntwo\n\nfour\n');
    // The first character is cut in two.
    for (const part of [bytes.slice(0, 1), bytes.slice(1, 7), bytes.slice(7)]) service.write(part);
    service.end();
    expect(await first).toEqual({ done: false, value: 'öne' });
    expect(await rest(lines)).toEqual(['two', '', 'four']);
    const [request] = service.state.requests;
    expect([request?.url, request?.headers.get(requestIdHeader)]).toEqual(['http://library/internal/x', 'r1']);
    const credential = readCredential(secret, 'library', '/internal/x', request?.headers.get(credentialHeader) ?? undefined, clock());
    expect(credential).toEqual({ identity: { userId: 'u1' } });
  });

  it('is unavailable when the service refuses, or cannot be reached', async () => {
    await expect(open(async () => Response.json({}, { status: 500 })).next()).rejects.toMatchObject(unavailable);
    const cause = new TypeError('fetch failed');
    await expect(open(() => Promise.reject(cause)).next()).rejects.toMatchObject({ ...unavailable, cause });
  });

  it.each([
    ['in the midst of a line', (service: ReturnType<typeof answering>) => service.end()],
    ['by a lost connection', (service: ReturnType<typeof answering>) => service.lose()],
  ])('is unavailable when it is cut off %s; the lines before it were read', async (_name, cut) => {
    const service = answering();
    const lines = open(service.send);
    const first = lines.next();
    service.write('whole\nha');
    expect(await first).toEqual({ done: false, value: 'whole' });
    const second = lines.next();
    cut(service);
    await expect(second).rejects.toMatchObject(unavailable);
  });

  it('is unavailable when a line is longer than any that a service sends', async () => {
    const service = answering();
    const line = open(service.send).next();
    const part = new Uint8Array(8_000_000).fill(120);
    for (let count = 0; count < 9; count += 1) service.write(part);
    await expect(line).rejects.toMatchObject(unavailable);
    expect(service.state.isCancelled).toBe(true);
  });

  it('is needed no more when its reader stops: the other service stops working', async () => {
    const service = answering();
    const lines = open(service.send);
    const first = lines.next();
    service.write('one\ntwo\n');
    await first;
    await lines.return?.(undefined);
    expect(service.state.isCancelled).toBe(true);
  });

  it('ends with the request that it is read for', async () => {
    const service = answering();
    const request = new AbortController();
    const line = open(service.send, request.signal).next();
    request.abort();
    await expect(line).rejects.toMatchObject(unavailable);
  });

  describe('of a service that is silent', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('is unavailable after half a minute, before its beginning', async () => {
      const line = open(
        (_input, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => {
              reject(new DOMException('aborted', 'AbortError'));
            });
          }),
      ).next();
      const failed = expect(line).rejects.toMatchObject(unavailable);
      await jest.advanceTimersByTimeAsync(silence);
      await failed;
    });

    it('is unavailable after half a minute between two lines', async () => {
      const service = answering();
      const lines = open(service.send);
      const first = lines.next();
      await jest.advanceTimersByTimeAsync(silence - 1);
      service.write('one\n');
      expect(await first).toEqual({ done: false, value: 'one' });
      const second = lines.next();
      const failed = expect(second).rejects.toMatchObject(unavailable);
      await jest.advanceTimersByTimeAsync(silence);
      await failed;
    });

    it('is waited for while the reader is busy: its time does not count', async () => {
      const service = answering();
      const lines = open(service.send);
      const first = lines.next();
      service.write('one\n');
      await first;
      await jest.advanceTimersByTimeAsync(10 * silence);
      service.write('two\n');
      service.end();
      expect(await rest(lines)).toEqual(['two']);
      expect(jest.getTimerCount()).toBe(0);
    });
  });
});
