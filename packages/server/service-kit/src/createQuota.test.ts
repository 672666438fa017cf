import { defineCollection, StoreUnavailableError, toInsert, toUpdate, type DocumentStore } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import * as z from 'zod/mini';
import type { DomainError } from './DomainError.ts';
import { createLeases } from './createLeases.ts';
import { createQuota } from './createQuota.ts';
import { leasesCollection } from './leasesCollection.ts';
import { silentLog } from './log.ts';
import { processId } from './processId.ts';
import { quotaCollection } from './quotaCounters.ts';

const thingsCollection = defineCollection({ name: 'things', schema: z.object({ _id: z.string(), size: z.optional(z.number()) }) });
const clock = () => new Date('2026-03-05T10:00:00Z');
const leasesOn = (store: DocumentStore) => createLeases({ store, clock, log: silentLog });
const make = (stored: Set<string> = new Set()) => {
  const store = memoryStore([quotaCollection, leasesCollection, thingsCollection]);
  const quota = createQuota(store, [{ resource: 'folders', exists: async (id) => stored.has(id) }], leasesOn(store), clock);
  const create = (id: string, limit: number | undefined = 2) =>
    quota.create({ resource: 'folders', userId: 'u1', id, limit, message: 'full' }, async () => {
      stored.add(id);
      return id;
    });
  return { store, quota, create, stored };
};

describe('quota', () => {
  it('creates no more than the limit, also when many come at once', async () => {
    const { quota, create } = make();
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => create(`f${index}`)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
    for (const result of results) if (result.status === 'rejected') expect((result.reason as DomainError).code).toBe('limit_reached');
    expect(await quota.current('folders', 'u1')).toBe(2);
  });

  it('stores a resource and settles its reservation in one step, also when others come at once', async () => {
    const { quota, store } = make();
    const create = (id: string, isFirst: boolean) =>
      quota.create({ resource: 'folders', userId: 'u1', id, limit: 3, message: 'full', isFirst }, (place) =>
        place.store([toInsert(thingsCollection, { _id: id })]),
      );
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => create(`f${index}`, index < 2)));
    expect(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))).toEqual([true, true, true]);
    expect(await store.collection(thingsCollection).find('_id')).toHaveLength(3);
    expect(await store.collection(quotaCollection).find('_id')).toEqual([
      { _id: 'u1:folders', userId: 'u1', held: 3, pending: [], pendingCount: 0, version: expect.any(Number) },
    ]);
    expect(await quota.isFirst('folders', 'u1')).toBe(false);
    expect(await quota.isFirst('folders', 'u2')).toBe(true);
  });

  it('stores a resource when the number of others changes between its attempt and the next look, and changes back', async () => {
    const store = memoryStore([quotaCollection, leasesCollection, thingsCollection]);
    const around: { before: () => Promise<unknown>; after: () => Promise<unknown> }[] = [];
    const crowded: DocumentStore = {
      ...store,
      write: async (writes) => {
        const others = around.pop();
        await others?.before();
        const written = await store.write(writes);
        await others?.after();
        return written;
      },
    };
    const quota = createQuota(crowded, [{ resource: 'folders', exists: async () => false }], leasesOn(store), clock);
    const inTurn = (id: string, make: () => Promise<unknown>) =>
      quota.create({ resource: 'folders', userId: 'u1', id, limit: 3, message: 'full' }, make);
    let finishSecond: () => void = () => undefined;
    let second: Promise<unknown> | undefined;
    around.push({
      before: () =>
        new Promise<void>((begun) => (second = inTurn('f2', () => new Promise<void>((end) => ((finishSecond = end), begun()))))),
      after: async () => {
        finishSecond();
        await second;
      },
    });
    const first = { resource: 'folders', userId: 'u1', id: 'f1', limit: 3, message: 'full' };
    expect(await quota.create(first, (place) => place.store([toInsert(thingsCollection, { _id: 'f1' })]))).toBe(true);
    expect(await quota.current('folders', 'u1')).toBe(2);
  });

  it('stores nothing after another process has settled the reservation', async () => {
    const { quota, store } = make();
    const things = store.collection(thingsCollection);
    const created = quota.create(
      { resource: 'folders', userId: 'u1', id: 'f1', limit: 3, message: 'full', isFirst: true },
      async (place) => {
        const change = { increment: { held: -1, pendingCount: -1, fence: 1 }, remove: { pending: { _id: 'f1' } } };
        await store.collection(quotaCollection).update({ userId: 'u1', _id: 'u1:folders' }, change);
        return place.store([toInsert(thingsCollection, { _id: 'f1' })]);
      },
    );
    expect(await created).toBe(false);
    expect(await things.find('_id')).toEqual([]);
    expect(await quota.current('folders', 'u1')).toBe(0);
  });

  it('stores nothing if a guard of the other writes does not hold, and keeps the reservation for the next attempt', async () => {
    const { quota, store } = make();
    const create = (_id: string) =>
      quota.create({ resource: 'folders', userId: 'u1', id: 'f1', limit: 1, message: 'full' }, async (place) => {
        if (!(await place.store([toUpdate(thingsCollection, { _id }, { set: { size: 1 } })]))) throw new StoreUnavailableError('refused');
      });
    await store.collection(thingsCollection).insert({ _id: 'a' });
    await expect(create('nobody')).rejects.toThrow('refused');
    await create('a');
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('costs nothing when the creation fails', async () => {
    const { quota, create } = make();
    const failing = quota.create({ resource: 'folders', userId: 'u1', id: 'x', limit: 1, message: 'full' }, async () => {
      throw new Error('engine failed');
    });
    await expect(failing).rejects.toThrow('engine failed');
    expect(await quota.current('folders', 'u1')).toBe(0);
    await expect(create('y', 1)).resolves.toBe('y');
  });

  it('does not count what is being created, and refuses a second one beyond the limit meanwhile', async () => {
    const { quota, create } = make();
    let finish: () => void = () => undefined;
    let slow: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      slow = quota.create({ resource: 'folders', userId: 'u1', id: 'slow', limit: 1, message: 'full' }, () => {
        begun();
        return new Promise<void>((resolve) => (finish = resolve));
      });
    });
    expect(await quota.current('folders', 'u1')).toBe(0);
    await expect(create('other', 1)).rejects.toMatchObject({ code: 'limit_reached' });
    finish();
    await slow;
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('counts one down for a resource that is removed twice at once', async () => {
    const { quota, create, stored } = make();
    await create('a');
    await create('b');
    const remove = () => quota.remove({ resource: 'folders', userId: 'u1', id: 'a' }, async () => (stored.delete('a') ? 'a' : undefined));
    await Promise.all([remove(), remove()]);
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('counts one down when the second of two removals is the one that finds the resource', async () => {
    const { quota, create, stored } = make();
    await create('a');
    await create('b');
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const take = () => (stored.delete('a') ? 'a' : undefined);
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const first = quota.remove({ resource: 'folders', userId: 'u1', id: 'a' }, async () => {
      begun();
      await held;
      return take();
    });
    await isBegun;
    const second = quota.remove({ resource: 'folders', userId: 'u1', id: 'a' }, async () => take());
    await new Promise((resolve) => setImmediate(resolve));
    goOn();
    await Promise.all([first, second]);
    expect(await quota.current('folders', 'u1')).toBe(1);
    await expect(create('c')).resolves.toBe('c');
  });

  it('counts one down for a resource that is removed while its creation is being settled', async () => {
    const { quota, stored } = make();
    const remove = (id: string) =>
      quota.remove({ resource: 'folders', userId: 'u1', id }, async () => (stored.delete(id) ? id : undefined));
    let removal: Promise<unknown> | undefined;
    await quota.create({ resource: 'folders', userId: 'u1', id: 'a', limit: 2, message: 'full' }, async () => {
      stored.add('a');
      // The resource is in lists now, so it may be removed.
      removal = remove('a');
      await new Promise((resolve) => setImmediate(resolve));
    });
    await removal;
    expect(stored.size).toBe(0);
    expect(await quota.current('folders', 'u1')).toBe(0);
  });

  it('a removal waits for another process that works on the same resource, for a limited time', async () => {
    const stored = new Set(['a']);
    const store = memoryStore([quotaCollection, leasesCollection]);
    const counters = store.collection(quotaCollection);
    const other = await createLeases({ store, clock, log: silentLog, processId: 'elsewhere/1/1' }).own();
    const since = clock().toISOString();
    const entry = { _id: 'a', kind: 'remove' as const, since, leaseOwner: other };
    await counters.insert({
      _id: 'u1:folders',
      userId: 'u1',
      held: 1,
      pending: [entry],
      pendingCount: 1,
      pendingSince: since,
    });
    let pauses = 0;
    let endsAfter = 3;
    const quota = createQuota(
      store,
      [{ resource: 'folders', exists: async (id) => stored.has(id) }],
      leasesOn(store),
      clock,
      undefined,
      async () => {
        pauses += 1;
        // The other removal finds no resource, so it changes no count.
        if (pauses === endsAfter)
          await counters.update(
            { userId: 'u1', _id: 'u1:folders' },
            {
              remove: { pending: { _id: 'a' } },
              increment: { pendingCount: -1 },
              unset: ['pendingSince'],
            },
          );
      },
    );
    const remove = () => quota.remove({ resource: 'folders', userId: 'u1', id: 'a' }, async () => (stored.delete('a') ? 'a' : undefined));
    expect(await remove()).toBe('a');
    expect([pauses, await quota.current('folders', 'u1')]).toEqual([3, 0]);
    // A removal of another process that never ends does not block removals.
    stored.add('a');
    await counters.update({ userId: 'u1', _id: 'u1:folders' }, { append: { pending: entry }, increment: { pendingCount: 1, held: 1 } });
    [pauses, endsAfter] = [0, Infinity];
    expect(await remove()).toBe('a');
    expect(pauses).toBe(50);
  });

  it.each([
    ['before its resource was stored', false, 0],
    ['after its resource was stored', true, 1],
  ])('settles a reservation of a dead process %s', async (_name, isStored, expected) => {
    const { store, quota, create, stored } = make(new Set(isStored ? ['dead'] : []));
    const dead = `${processId.split('/').with(1, '999999999').join('/')}/1`;
    await store.collection(quotaCollection).insert({
      _id: 'u1:folders',
      userId: 'u1',
      held: 1,
      pending: [{ _id: 'dead', kind: 'create', since: clock().toISOString(), leaseOwner: dead }],
      pendingCount: 1,
      pendingSince: clock().toISOString(),
    });
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(expected);
    await create('next', expected + 1);
    expect(stored.has('next')).toBe(true);
  });

  it('settles by itself when the guard would refuse', async () => {
    const { store, create } = make();
    const dead = `${processId.split('/').with(1, '999999999').join('/')}/1`;
    await store.collection(quotaCollection).insert({
      _id: 'u1:folders',
      userId: 'u1',
      held: 1,
      pending: [{ _id: 'dead', kind: 'create', since: clock().toISOString(), leaseOwner: dead }],
      pendingCount: 1,
      pendingSince: clock().toISOString(),
    });
    await expect(create('mine', 1)).resolves.toBe('mine');
  });

  it('looks whether a resource exists after a failure with an unknown outcome, and before another attempt to create it', async () => {
    const { quota, create, stored } = make();
    const unsure = (id: string, isStored: boolean) =>
      quota.create({ resource: 'folders', userId: 'u1', id, limit: 2, message: 'full' }, async () => {
        if (isStored) stored.add(id);
        throw new StoreUnavailableError('no answer in time');
      });
    await expect(unsure('lost', false)).rejects.toThrow('no answer');
    await expect(unsure('stored', true)).rejects.toThrow('no answer');
    await expect(create('lost')).resolves.toBe('lost');
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(2);
    await expect(create('third')).rejects.toMatchObject({ code: 'limit_reached' });
  });

  it('does not look for a resource while a failed write may still take effect', async () => {
    let now = 0;
    const stored = new Set<string>();
    const store = { ...memoryStore([quotaCollection, leasesCollection]), lateEffectsMs: 15_000 };
    const quota = createQuota(store, [{ resource: 'folders', exists: async (id) => stored.has(id) }], leasesOn(store), clock, () => now);
    const failing = quota.create({ resource: 'folders', userId: 'u1', id: 'late', limit: 1, message: 'full' }, async () => {
      throw new StoreUnavailableError('no answer in time');
    });
    await expect(failing).rejects.toThrow('no answer');
    now = 14_999;
    await quota.settleAll();
    stored.add('late');
    now = 15_000;
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('has the right count after the store failed in the middle of a removal', async () => {
    const { quota, create, stored } = make();
    await create('a');
    await create('b');
    const failing = (isGone: boolean) =>
      quota.remove({ resource: 'folders', userId: 'u1', id: 'a' }, async () => {
        if (isGone) stored.delete('a');
        throw new StoreUnavailableError('no answer in time');
      });
    await expect(failing(false)).rejects.toThrow('no answer');
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(2);
    await expect(failing(true)).rejects.toThrow('no answer');
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('discards the parts that an interrupted creation left', async () => {
    const store = memoryStore([quotaCollection, leasesCollection]);
    const discarded: string[] = [];
    const quota = createQuota(
      store,
      [{ resource: 'folders', exists: async () => false, discard: async (id) => void discarded.push(id) }],
      leasesOn(store),
      clock,
    );
    const failing = quota.create({ resource: 'folders', userId: 'u1', id: 'x', limit: 1, message: 'full' }, async () => {
      throw new StoreUnavailableError('gone');
    });
    await expect(failing).rejects.toThrow('gone');
    await quota.settleAll();
    expect(discarded).toEqual(['x']);
  });
});
