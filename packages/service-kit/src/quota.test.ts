import { StoreUnavailableError } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import type { DomainError } from './DomainError.ts';
import { leaseOwner } from './leaseOwner.ts';
import { createQuota, quotaCollection } from './quota.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');
const make = (things: Set<string> = new Set()) => {
  const store = memoryStore([quotaCollection]);
  const quota = createQuota(store, [{ thing: 'folders', exists: async (id) => things.has(id) }], clock);
  const create = (id: string, limit: number | undefined = 2) =>
    quota.create({ thing: 'folders', userId: 'u1', id, limit, message: 'full' }, async () => {
      things.add(id);
      return id;
    });
  return { store, quota, create, things };
};

describe('quota', () => {
  it('lets as many through as the limit says, however many come at once', async () => {
    const { quota, create } = make();
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => create(`f${index}`)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(2);
    for (const result of results) if (result.status === 'rejected') expect((result.reason as DomainError).code).toBe('limit_reached');
    expect(await quota.current('folders', 'u1')).toBe(2);
  });

  it('costs nothing when the creation fails', async () => {
    const { quota, create } = make();
    const failing = quota.create({ thing: 'folders', userId: 'u1', id: 'x', limit: 1, message: 'full' }, async () => {
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
      slow = quota.create({ thing: 'folders', userId: 'u1', id: 'slow', limit: 1, message: 'full' }, () => {
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

  it('counts one down for a thing that is removed twice at once', async () => {
    const { quota, create, things } = make();
    await create('a');
    await create('b');
    const remove = () => quota.remove({ thing: 'folders', userId: 'u1', id: 'a' }, async () => (things.delete('a') ? 'a' : undefined));
    await Promise.all([remove(), remove()]);
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('counts one down when the second of two removals is the one that finds the thing', async () => {
    const { quota, create, things } = make();
    await create('a');
    await create('b');
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const take = () => (things.delete('a') ? 'a' : undefined);
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const first = quota.remove({ thing: 'folders', userId: 'u1', id: 'a' }, async () => {
      begun();
      await held;
      return take();
    });
    await isBegun;
    const second = quota.remove({ thing: 'folders', userId: 'u1', id: 'a' }, async () => take());
    await new Promise((resolve) => setImmediate(resolve));
    goOn();
    await Promise.all([first, second]);
    expect(await quota.current('folders', 'u1')).toBe(1);
    await expect(create('c')).resolves.toBe('c');
  });

  it('counts one down for a thing that is removed while its creation is being settled', async () => {
    const { quota, things } = make();
    const remove = (id: string) => quota.remove({ thing: 'folders', userId: 'u1', id }, async () => (things.delete(id) ? id : undefined));
    let removal: Promise<unknown> | undefined;
    await quota.create({ thing: 'folders', userId: 'u1', id: 'a', limit: 2, message: 'full' }, async () => {
      things.add('a');
      // Whoever reads a list now sees it, and may remove it.
      removal = remove('a');
      await new Promise((resolve) => setImmediate(resolve));
    });
    await removal;
    expect(things.size).toBe(0);
    expect(await quota.current('folders', 'u1')).toBe(0);
  });

  it('a removal waits for another process that is at the same thing, and no longer than that one may live', async () => {
    const things = new Set(['a']);
    const store = memoryStore([quotaCollection]);
    const counters = store.collection(quotaCollection);
    // The process that started this one lives.
    const other = leaseOwner.split('/').with(1, `${process.ppid}`).join('/');
    const since = clock().toISOString();
    const entry = { _id: 'a', kind: 'remove' as const, since, leaseOwner: other };
    await counters.insert({
      _id: 'u1:folders',
      userId: 'u1',
      thing: 'folders',
      held: 1,
      pending: [entry],
      pendingCount: 1,
      pendingSince: since,
    });
    let pauses = 0;
    let endsAfter = 3;
    const quota = createQuota(store, [{ thing: 'folders', exists: async (id) => things.has(id) }], clock, undefined, async () => {
      pauses += 1;
      // It found nothing, and so counts nothing.
      if (pauses === endsAfter)
        await counters.update('u1:folders', {
          remove: { pending: { _id: 'a' } },
          increment: { pendingCount: -1 },
          unset: ['pendingSince'],
        });
    });
    const remove = () => quota.remove({ thing: 'folders', userId: 'u1', id: 'a' }, async () => (things.delete('a') ? 'a' : undefined));
    expect(await remove()).toBe('a');
    expect([pauses, await quota.current('folders', 'u1')]).toEqual([3, 0]);
    // One that never ends keeps nobody from removing.
    things.add('a');
    await counters.update('u1:folders', { append: { pending: entry }, increment: { pendingCount: 1, held: 1 } });
    [pauses, endsAfter] = [0, Infinity];
    expect(await remove()).toBe('a');
    expect(pauses).toBe(50);
  });

  it.each([
    ['before its thing was stored', false, 0],
    ['after its thing was stored', true, 1],
  ])('settles a reservation of a dead process %s', async (_name, stored, expected) => {
    const { store, quota, create, things } = make(new Set(stored ? ['dead'] : []));
    const dead = leaseOwner.split('/').with(1, '999999999').join('/');
    await store.collection(quotaCollection).insert({
      _id: 'u1:folders',
      userId: 'u1',
      thing: 'folders',
      held: 1,
      pending: [{ _id: 'dead', kind: 'create', since: clock().toISOString(), leaseOwner: dead }],
      pendingCount: 1,
      pendingSince: clock().toISOString(),
    });
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(expected);
    await create('next', expected + 1);
    expect(things.has('next')).toBe(true);
  });

  it('settles by itself when the guard would refuse', async () => {
    const { store, create } = make();
    const dead = leaseOwner.split('/').with(1, '999999999').join('/');
    await store.collection(quotaCollection).insert({
      _id: 'u1:folders',
      userId: 'u1',
      thing: 'folders',
      held: 1,
      pending: [{ _id: 'dead', kind: 'create', since: clock().toISOString(), leaseOwner: dead }],
      pendingCount: 1,
      pendingSince: clock().toISOString(),
    });
    await expect(create('mine', 1)).resolves.toBe('mine');
  });

  it('looks whether a thing is there after a failure that leaves it open, also for another try of the same one', async () => {
    const { quota, create, things } = make();
    const unsure = (id: string, isStored: boolean) =>
      quota.create({ thing: 'folders', userId: 'u1', id, limit: 2, message: 'full' }, async () => {
        if (isStored) things.add(id);
        throw new StoreUnavailableError('no answer in time');
      });
    await expect(unsure('lost', false)).rejects.toThrow('no answer');
    await expect(unsure('stored', true)).rejects.toThrow('no answer');
    await expect(create('lost')).resolves.toBe('lost');
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(2);
    await expect(create('third')).rejects.toMatchObject({ code: 'limit_reached' });
  });

  it('does not look for a thing as long as it may still come', async () => {
    let now = 0;
    const things = new Set<string>();
    const store = { ...memoryStore([quotaCollection]), lateEffectsMs: 15_000 };
    const quota = createQuota(store, [{ thing: 'folders', exists: async (id) => things.has(id) }], clock, () => now);
    const failing = quota.create({ thing: 'folders', userId: 'u1', id: 'late', limit: 1, message: 'full' }, async () => {
      throw new StoreUnavailableError('no answer in time');
    });
    await expect(failing).rejects.toThrow('no answer');
    now = 14_999;
    await quota.settleAll();
    things.add('late');
    now = 15_000;
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('counts rightly again after the store failed in the middle of a removal', async () => {
    const { quota, create, things } = make();
    await create('a');
    await create('b');
    const failing = (isGone: boolean) =>
      quota.remove({ thing: 'folders', userId: 'u1', id: 'a' }, async () => {
        if (isGone) things.delete('a');
        throw new StoreUnavailableError('no answer in time');
      });
    await expect(failing(false)).rejects.toThrow('no answer');
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(2);
    await expect(failing(true)).rejects.toThrow('no answer');
    await quota.settleAll();
    expect(await quota.current('folders', 'u1')).toBe(1);
  });

  it('takes away what a creation that was cut off left besides its thing', async () => {
    const store = memoryStore([quotaCollection]);
    const discarded: string[] = [];
    const quota = createQuota(
      store,
      [{ thing: 'folders', exists: async () => false, discard: async (id) => void discarded.push(id) }],
      clock,
    );
    const failing = quota.create({ thing: 'folders', userId: 'u1', id: 'x', limit: 1, message: 'full' }, async () => {
      throw new StoreUnavailableError('gone');
    });
    await expect(failing).rejects.toThrow('gone');
    await quota.settleAll();
    expect(discarded).toEqual(['x']);
  });
});
