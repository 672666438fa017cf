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
