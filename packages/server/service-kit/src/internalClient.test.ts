import * as z from 'zod/mini';
import { serviceNames, type ErrorBody, type ErrorCode, type ServiceName } from '@lectern/contracts';
import { createInternalClient, isTimeout } from './internalClient.ts';

const make = (answers: (() => Response)[]) => {
  let asked = 0;
  const call = createInternalClient({
    from: 'study',
    origins: Object.fromEntries(serviceNames.map((name) => [name, 'http://service'])) as Record<ServiceName, string>,
    secret: 'a secret of sixteen characters or more',
    clock: () => new Date('2026-03-05T10:00:00Z'),
    fetch: async () => {
      asked += 1;
      const answer = answers.shift();
      if (!answer) throw new TypeError('fetch failed');
      return answer();
    },
  });
  const ask = (method: 'GET' | 'POST') =>
    call({ to: 'library', path: '/internal/x', answer: z.object({ ok: z.boolean() }), method, timeoutMs: 1_000 });
  return { ask, asked: () => asked };
};
const lost = () => {
  throw new TypeError('other side closed');
};
const fine = () => Response.json({ ok: true });
const refused =
  (code: ErrorCode, status: number, headers = {}) =>
  () =>
    Response.json({ msg: 'No.', code, requestId: 'r1' } satisfies ErrorBody, { status, headers });

describe('a call of another service', () => {
  it('is retried once when its connection ended and it changes nothing', async () => {
    const read = make([lost, fine]);
    expect(await read.ask('GET')).toEqual({ ok: true });
    const change = make([lost, fine]);
    await expect(change.ask('POST')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    const down = make([]);
    await expect(down.ask('GET')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
    expect([read.asked(), change.asked(), down.asked()]).toEqual([2, 1, 2]);
  });

  it('tells an answer that did not come in time from a connection that failed', async () => {
    const late = () => {
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    };
    const failureOf = (answers: (() => Response)[]) =>
      make(answers)
        .ask('POST')
        .catch((error: unknown) => error);
    expect(await failureOf([late])).toMatchObject({ code: 'unavailable' });
    expect(isTimeout(await failureOf([late]))).toBe(true);
    expect(isTimeout(await failureOf([lost]))).toBe(false);
    expect(isTimeout(await failureOf([refused('timeout', 504)]))).toBe(false);
  });

  it('rethrows refusals of the other service, with its Retry-After', async () => {
    await expect(make([refused('not_found', 404)]).ask('GET')).rejects.toMatchObject({ code: 'not_found', retryAfterSeconds: undefined });
    await expect(make([refused('rate_limited', 429, { 'retry-after': '7' })]).ask('GET')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 7,
    });
    await expect(make([refused('internal', 500)]).ask('GET')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
