import { randomUUID } from 'node:crypto';
import { openDocumentStore, type DocumentStore } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { engineFor, startMongoServer, type MongoServer } from '@lectern/test-servers';
import { createIdempotency } from './createIdempotency.ts';
import { createLeases, type Leases } from './createLeases.ts';
import { createQuota } from './createQuota.ts';
import { DomainError } from './DomainError.ts';
import { idempotencyCollection } from './idempotencyCollection.ts';
import { leasesCollection } from './leasesCollection.ts';
import { silentLog } from './log.ts';
import { processId } from './processId.ts';
import { quotaCollection } from './quotaCounters.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');
const collections = [leasesCollection, idempotencyCollection, quotaCollection] as const;
const request = { key: 'k1', scope: 'createQuiz', userId: 'ann', bodyHash: 'h' };
const missing = process.env['MONGODB_URL'] ? undefined : engineFor('java');
if (missing) console.info(`${missing} Leases are not tried on MongoDB.`);

const leasesOn = (store: DocumentStore, id: string): Leases => createLeases({ store, clock, log: silentLog, processId: id });
/** As many looks, two seconds apart, as a process has when another one was killed twelve seconds ago. */
const lookForTwelveSeconds = async (leases: Leases, meanwhile: () => Promise<void> = async () => undefined): Promise<void> => {
  for (let second = 0; second <= 12; second += 2) {
    if (second % 5 === 0) await meanwhile();
    await leases.look();
  }
};

/** A process of a service, as its calls see it. */
const processOn = (store: DocumentStore, id: string, stored: Set<string>) => {
  const leases = leasesOn(store, id);
  const idempotency = createIdempotency(store, leases, clock, silentLog);
  const quota = createQuota(store, [{ resource: 'quizzes', exists: async (each) => stored.has(each) }], leases, clock);
  /** Makes a quiz. `work` is the slow part. */
  const make = (work: () => Promise<void> = async () => undefined) =>
    idempotency.run(request, ({ newId, confirm }) =>
      quota.create({ resource: 'quizzes', userId: 'ann', id: newId, limit: 1, message: 'full' }, async () => {
        await work();
        await confirm();
        stored.add(newId);
        return { _id: newId, by: id };
      }),
    );
  return { leases, quota, make };
};
/** Work that stands still until it is woken. */
const standstill = () => {
  const begun = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const work = () => {
    begun.resolve();
    return woken.promise;
  };
  return { work, begun: begun.promise, wake: () => woken.resolve() };
};

const behaviour = (open: () => Promise<DocumentStore>) => () => {
  let store: DocumentStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it('is over after twelve seconds without a renewal, and not while it is renewed every five', async () => {
    const [one, other] = [leasesOn(store, 'one/1/1'), leasesOn(store, 'other/1/1')];
    const owner = await one.own();
    await lookForTwelveSeconds(other, () => one.renew());
    expect(await other.isOver(owner)).toBe(false);
    await lookForTwelveSeconds(other);
    expect(await other.isOver(owner)).toBe(true);
    // The number was incremented: the store refuses what comes late, and a later look does not make it valid again.
    await expect(one.confirm(owner)).rejects.toMatchObject({ code: 'unavailable' });
    await one.renew();
    await other.look();
    expect(await other.isOver(owner)).toBe(true);
    expect(await one.own()).not.toBe(owner);
    await expect(one.confirm(await one.own())).resolves.toBeUndefined();
    expect(await other.isOver(await one.own())).toBe(false);
  });

  it('covers what begins after a refused result, without waiting for the next renewal', async () => {
    const [one, other] = [leasesOn(store, 'one/1/1'), leasesOn(store, 'other/1/1')];
    const owner = await one.own();
    await lookForTwelveSeconds(other);
    expect(await other.isOver(owner)).toBe(true);
    await expect(one.confirm(owner)).rejects.toMatchObject({ code: 'unavailable' });
    const later = await one.own();
    await expect(one.confirm(later)).resolves.toBeUndefined();
    await expect(one.confirm(owner)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(one.confirm(later)).resolves.toBeUndefined();
  });

  it('stays valid when it was renewed right before somebody would take over', async () => {
    const [one, other] = [leasesOn(store, 'one/1/1'), leasesOn(store, 'other/1/1')];
    const owner = await one.own();
    await lookForTwelveSeconds(other);
    await one.renew();
    expect(await other.isOver(owner)).toBe(false);
    await expect(one.confirm(owner)).resolves.toBeUndefined();
  });

  it('is over at once when its process has stopped, or has ended on the same machine', async () => {
    const [one, other] = [leasesOn(store, 'one/1/1'), leasesOn(store, 'other/1/1')];
    const owner = await one.own();
    await other.look();
    expect(await other.isOver(owner)).toBe(false);
    await one.stop();
    await other.look();
    expect(await other.isOver(owner)).toBe(true);
    expect(await other.isOver(`${processId.split('/').with(1, '999999999').join('/')}/1`)).toBe(true);
    expect(await other.isOver('')).toBe(true);
  });

  it('does not take over from a process whose lease it has not watched', async () => {
    const [one, woken] = [leasesOn(store, 'one/1/1'), leasesOn(store, 'other/1/1')];
    await woken.look();
    const owner = await one.own();
    expect(await woken.isOver(owner)).toBe(false);
  });

  it('lets another process go on with a call, and refuses the late result of the first', async () => {
    const stored = new Set<string>();
    const [one, other] = [processOn(store, 'one/1/1', stored), processOn(store, 'other/1/1', stored)];
    const { work, begun, wake } = standstill();
    const late = one.make(work);
    await begun;
    await expect(other.make()).rejects.toMatchObject({ code: 'in_progress' });
    await lookForTwelveSeconds(other.leases);
    const made = await other.make();
    expect(made).toEqual({ _id: expect.any(String), by: 'other/1/1' });
    stored.clear();
    wake();
    await expect(late).rejects.toBeInstanceOf(DomainError);
    // Nothing came back, nothing is counted twice or given back, and the kept answer is that of the process that took over.
    expect(stored).toEqual(new Set());
    expect(await other.quota.current('quizzes', 'ann')).toBe(1);
    expect(await other.make()).toEqual(made);
    expect(await one.make()).toEqual(made);
  });

  it('gives the place of a process that stands still back, and refuses its late result', async () => {
    const stored = new Set<string>();
    const [one, other] = [processOn(store, 'one/1/1', stored), processOn(store, 'other/1/1', stored)];
    const { work, begun, wake } = standstill();
    const late = one.make(work);
    await begun;
    await lookForTwelveSeconds(other.leases);
    await other.quota.settleAll();
    const create = (id: string) =>
      other.quota.create({ resource: 'quizzes', userId: 'ann', id, limit: 1, message: 'full' }, async () => void stored.add(id));
    await create('second');
    wake();
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(stored).toEqual(new Set(['second']));
    expect(await other.quota.current('quizzes', 'ann')).toBe(1);
    await expect(create('third')).rejects.toMatchObject({ code: 'limit_reached' });
  });
};

describe(
  'leases on the embedded store',
  behaviour(async () => memoryStore(collections)),
);

(missing ? describe.skip : describe)('leases on MongoDB', () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(() => server.stop());
  behaviour(() => openDocumentStore('leases', collections, { dataFolder: '', mongodbUrl: `${server.url}/${randomUUID().slice(0, 8)}` }))();
});
