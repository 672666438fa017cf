import { setImmediate as nextTurn } from 'node:timers/promises';
import { DocumentTooLargeError, StoreUnavailableError, type DocumentStore } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { DomainError } from './DomainError.ts';
import { createLeases } from './createLeases.ts';
import { createIdempotency } from './createIdempotency.ts';
import { idempotencyCollection } from './idempotencyCollection.ts';
import { leasesCollection } from './leasesCollection.ts';
import { silentLog } from './log.ts';
import { processId } from './processId.ts';
import { currentRequest, inRequest } from './requestContext.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');
const request = { key: 'k1', scope: 'createFolder', userId: 'u1', bodyHash: 'h1' };
const leasesOn = (store: DocumentStore, processId?: string) =>
  createLeases({ store, clock, log: silentLog, ...(processId !== undefined && { processId }) });
const make = () => {
  const store = memoryStore([idempotencyCollection, leasesCollection]);
  return { store, idempotency: createIdempotency(store, leasesOn(store), clock, silentLog) };
};
/** A store whose calls all fail while it is away. */
const makeFlaky = () => {
  const store = memoryStore([idempotencyCollection, leasesCollection]);
  let isAway = false;
  const attempts = store.collection(idempotencyCollection);
  const failing = new Proxy(attempts, {
    get: (target, name: keyof typeof attempts) => {
      const value: unknown = target[name];
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        isAway ? Promise.reject(new StoreUnavailableError('away')) : (value as (...given: unknown[]) => unknown).apply(target, args);
    },
  });
  const collection = (definition: typeof leasesCollection) => (definition === leasesCollection ? store.collection(definition) : failing);
  const flaky = { ...store, collection } as unknown as typeof store;
  return { flaky, setAway: (away: boolean) => void (isAway = away) };
};

describe('idempotency', () => {
  it('gives the first answer again, also to a request that comes while the first is in flight', async () => {
    const { idempotency } = make();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await Promise.resolve();
      return { made: runs };
    };
    const [first, second] = await Promise.all([idempotency.run(request, work), idempotency.run(request, work)]);
    expect([first, second, await idempotency.run(request, work)]).toEqual([{ made: 1 }, { made: 1 }, { made: 1 }]);
  });

  it('answers what was made although the answer is too large to be kept; a repetition finds it', async () => {
    const store = memoryStore([idempotencyCollection, leasesCollection]);
    const attempts = store.collection(idempotencyCollection);
    const limited = new Proxy(attempts, {
      get: (target, name: keyof typeof attempts) => {
        const value: unknown = target[name];
        if (typeof value !== 'function') return value;
        if (name !== 'update') return (value as (...given: unknown[]) => unknown).bind(target);
        return (key: never, change: { set?: { answer?: string } }, guard: never) =>
          (change.set?.answer?.length ?? 0) > 20
            ? Promise.reject(new DocumentTooLargeError('too large'))
            : target.update(key, change, guard);
      },
    });
    const collection = (definition: typeof leasesCollection) => (definition === leasesCollection ? store.collection(definition) : limited);
    const idempotency = createIdempotency({ ...store, collection } as unknown as typeof store, leasesOn(store), clock, silentLog);
    const stored = new Map<string, { _id: string; text: string }>();
    const work = async ({ newId, resumed }: { newId: string; resumed: boolean }) => {
      const made = (resumed && stored.get(newId)) || { _id: newId, text: 'x'.repeat(20) };
      stored.set(newId, made);
      return made;
    };
    const first = await idempotency.run(request, work);
    expect(await idempotency.run(request, work)).toEqual(first);
    expect(stored.size).toBe(1);
  });

  it('refuses another body under the same key', async () => {
    const { idempotency } = make();
    await idempotency.run(request, async () => 1);
    await expect(idempotency.run({ ...request, bodyHash: 'h2' }, async () => 2)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('keeps keys of two learners and two calls apart', async () => {
    const { idempotency } = make();
    await idempotency.run(request, async () => 1);
    expect(await idempotency.run({ ...request, userId: 'u2', bodyHash: 'h2' }, async () => 2)).toBe(2);
    expect(await idempotency.run({ ...request, scope: 'createDeck', bodyHash: 'h2' }, async () => 3)).toBe(3);
  });

  it('runs again after a failure', async () => {
    const { idempotency } = make();
    await expect(
      idempotency.run(request, async () => {
        throw new Error('lost');
      }),
    ).rejects.toThrow('lost');
    expect(await idempotency.run(request, async () => 'made')).toBe('made');
  });

  it('resumes under the same id after a process died', async () => {
    const { store, idempotency } = make();
    let first = '';
    void idempotency.run(request, ({ newId }) => {
      first = newId;
      return new Promise(() => undefined);
    });
    const attempts = store.collection(idempotencyCollection);
    let attempt = (await attempts.find('byUser', { equals: { userId: 'u1' } }))[0];
    while (!attempt || !first) attempt = (await attempts.find('byUser', { equals: { userId: 'u1' } }))[0];
    await attempts.update(
      { userId: 'u1', _id: attempt._id },
      { set: { leaseOwner: `${processId.split('/').with(1, '999999999').join('/')}/1` } },
    );
    const answer = await createIdempotency(store, leasesOn(store), clock, silentLog).run(request, async (creation) => creation);
    expect(answer).toMatchObject({ newId: first, resumed: true });
  });

  it('resumes under the same id after a failure with an unknown outcome', async () => {
    const { idempotency } = make();
    const ids: string[] = [];
    const failing = idempotency.run(request, async ({ newId }) => {
      ids.push(newId);
      throw new StoreUnavailableError('no answer in time');
    });
    await expect(failing).rejects.toThrow('no answer');
    const { newId, resumed } = await idempotency.run(request, async (creation) => creation);
    expect([ids, resumed]).toEqual([[newId], true]);
  });

  it('starts anew after a refusal', async () => {
    const { store, idempotency } = make();
    const refused = idempotency.run(request, async () => {
      throw new DomainError('limit_reached', 'full');
    });
    await expect(refused).rejects.toThrow('full');
    expect(await store.collection(idempotencyCollection).count('_id', {})).toBe(0);
  });

  it('logs an attempt that cannot be released, with the request that made it', async () => {
    const { flaky, setAway } = makeFlaky();
    const logged = Promise.withResolvers<unknown[]>();
    let pauses = 0;
    const idempotency = createIdempotency(
      flaky,
      leasesOn(flaky),
      clock,
      (...line) => logged.resolve([...line, currentRequest()?.requestId]),
      async () => {
        pauses += 1;
        await nextTurn();
      },
    );
    await inRequest({ requestId: 'r1' }, () => expect(idempotency.run(request, async () => setAway(true))).rejects.toThrow('away'));
    expect(await logged.promise).toEqual(['warn', 'idempotency.not_released', { error: expect.any(StoreUnavailableError) }, 'r1']);
    expect(pauses).toBe(300);
  });

  it('resumes under the same id when the store failed between creating the resource and keeping the answer', async () => {
    const { flaky, setAway } = makeFlaky();
    const idempotency = createIdempotency(flaky, leasesOn(flaky), clock, silentLog);
    let made = '';
    const failing = idempotency.run(request, async ({ newId }) => {
      made = newId;
      setAway(true);
      return 'answer that gets lost';
    });
    await expect(failing).rejects.toThrow('away');
    setAway(false);
    expect(await idempotency.run(request, async (creation) => creation)).toMatchObject({ newId: made, resumed: true });
  });

  it.each([
    ['makes', undefined],
    ['is made on', 'q1'],
  ])('keeps no answer of what was deleted: a resource that the call %s', async (_, resourceId) => {
    const { store, idempotency } = make();
    const asked = { ...request, resourceId };
    const { newId } = await idempotency.run(asked, async (creation) => ({ ...creation, text: 'private' }));
    await idempotency.run({ ...asked, key: 'k2', resourceId: 'q2' }, async () => 'kept');
    await idempotency.forgetResource('u2', resourceId ?? newId);
    expect(await idempotency.run(asked, async () => 'not asked')).toMatchObject({ text: 'private' });
    await idempotency.forgetResource('u1', resourceId ?? newId);
    const left = await store.collection(idempotencyCollection).find('byUser', { equals: { userId: 'u1' } });
    expect(left).toHaveLength(2);
    expect(JSON.stringify(left)).not.toContain('private');
    await expect(idempotency.run(asked, async () => 'made again')).rejects.toMatchObject({ code: 'conflict' });
    expect(await idempotency.run({ ...asked, key: 'k2', resourceId: 'q2' }, async () => 'not asked')).toBe('kept');
  });

  it('keeps no answer of a call that ends after its resource was deleted', async () => {
    const { store, idempotency } = make();
    await idempotency.run(request, async ({ newId }) => {
      await idempotency.forgetResource('u1', newId);
      return 'private';
    });
    expect(JSON.stringify(await store.collection(idempotencyCollection).find('byUser', { equals: { userId: 'u1' } }))).not.toContain(
      'private',
    );
  });

  it('forgets more answers than are read at once', async () => {
    const { store, idempotency } = make();
    for (let key = 0; key < 450; key += 1) await idempotency.run({ ...request, key: `k${key}`, resourceId: 'q1' }, async () => 'private');
    await idempotency.forgetResource('u1', 'q1');
    const left = await store.collection(idempotencyCollection).find('byUser', { equals: { userId: 'u1' }, limit: 1_000 });
    expect([left.length, left.filter(({ answer }) => answer !== undefined)]).toEqual([450, []]);
  });
});
