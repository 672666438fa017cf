import { memoryStore } from '@lectern/document-store/testing';
import { createDeletedAccounts, deletedAccountsCollection } from './createDeletedAccounts.ts';
import { createStatefulService } from './createStatefulService.ts';
import { createIdempotency } from './createIdempotency.ts';
import { createLeases } from './createLeases.ts';
import { leasesCollection } from './leasesCollection.ts';
import { idempotencyCollection } from './idempotencyCollection.ts';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');

describe('a service with a store of its own', () => {
  it('closes in order: timers, queues, other resources, the store', async () => {
    const store = memoryStore([deletedAccountsCollection, idempotencyCollection, leasesCollection]);
    const happened: string[] = [];
    const noted = (name: string) => async () => {
      // The store is still open.
      await store.ping();
      happened.push(name);
    };
    const leases = createLeases({ store, clock, log: silentLog });
    const service = createStatefulService({
      name: 'library',
      store: { ...store, close: async () => void happened.push('store') },
      internalSecret: 'a secret of sixteen characters or more',
      deletedAccounts: createDeletedAccounts(store),
      leases,
      idempotency: createIdempotency(store, leases, clock, silentLog),
      routes: [],
      timers: [() => void happened.push('timer')],
      queues: [{ idle: noted('queue idle'), stop: noted('queue') }],
      release: () => void happened.push('release'),
      metrics: createMetrics({ part: 'library' }),
      log: silentLog,
      clock,
    });
    await service.idle();
    await service.close();
    expect(happened).toEqual(['queue idle', 'timer', 'queue', 'release', 'store']);
    await store.close();
  });
});
