import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentStore, Write } from '@lectern/document-store';
import type { Leases } from './createLeases.ts';
import { RecentFailures } from './RecentFailures.ts';
import { Reservations, type Counted, type CountedResource } from './Reservations.ts';
import { SerialOperations } from './SerialOperations.ts';
import { DomainError } from './DomainError.ts';
import type { Log } from './log.ts';
import { counterId, quotaCollection, type Counters, type PendingEntry } from './quotaCounters.ts';

/** A place that is reserved for a new resource. */
export interface ReservedPlace {
  /**
   * Stores the resource and settles the reservation in one step.
   *
   * @returns `false` if nothing was written: another process has taken over, or a guard of `writes` does not hold
   */
  store(writes: readonly Write[]): Promise<boolean>;
}

/** A resource to create under a limit. */
export interface LimitedCreation extends CountedResource {
  /** `undefined`: unlimited. */
  limit: number | undefined;
  message: string;
  /** The result of `Quota.isFirst`, if it was read: saves two requests for a learner's first resource. */
  isFirst?: boolean | undefined;
}

export interface Quota {
  /**
   * Creates one resource under a limit: reserves a place, inserts the resource under the reserved id, and settles the reservation. If `create` fails,
   * the reservation is released, so that a failure costs nothing.
   *
   * @param create - inserts the resource, best with `place.store`
   * @throws DomainError `limit_reached`
   */
  create<T>(options: LimitedCreation, create: (place: ReservedPlace) => Promise<T>): Promise<T>;
  /** Returns whether the learner never had a resource of this kind. */
  isFirst(resource: string, userId: string): Promise<boolean>;
  /** Removes one resource. @returns the result of `remove`; `undefined` if it was absent, which leaves the count unchanged */
  remove<T>(options: CountedResource, remove: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Returns the number of the learner's stored resources, without those being created. */
  current(resource: string, userId: string): Promise<number>;
  /** Settles what crashes and store failures left behind. Called at start, before the service is ready, and every five seconds. */
  settleAll(): Promise<void>;
  /** Deletes the counters of a learner. */
  erase(userId: string): Promise<void>;
}

/** The number of checks, and their interval in milliseconds, for a removal that waits for another process. */
const looks = 50;
const lookAgainMs = 20;

/**
 * Enforces limits without a race between counting and inserting, and without counts left behind by a crash. Every step is an atomic change of one
 * counter document. The reservation of a dead process is settled depending on whether its resource exists.
 *
 * @example
 * const quota = createQuota(store, [{ resource: 'folders', exists: (id, userId) => folderExists(library, userId, id) }], leases, clock);
 * await quota.create({ resource: 'folders', userId, id, limit, message }, (place) => place.store([toInsert(foldersCollection, folder)]));
 * await quota.remove({ resource: 'folders', userId, id }, () => folders.delete({ userId, _id: id }));
 */
export function createQuota(
  store: DocumentStore,
  counted: readonly Counted[],
  leases: Leases,
  clock: () => Date,
  elapsedMs: () => number = () => performance.now(),
  pause: () => Promise<unknown> = () => wait(lookAgainMs),
): Quota {
  const counters: Counters = store.collection(quotaCollection);
  /** Failed writes may still take effect for a while, and are settled only after that. */
  const failures = new RecentFailures(store.lateEffectsMs, elapsedMs);
  // Operations on one resource run one after the other, otherwise a place would be counted twice.
  const operations = new SerialOperations(failures);
  /** A pending entry of this process without an operation in flight was left behind by a store failure. */
  const isInFlight = async ({ _id, leaseOwner: owner }: PendingEntry): Promise<boolean> =>
    leases.isOwn(owner) ? operations.isInFlight(_id) || failures.isRecent(_id) : !(await leases.isOver(owner));
  const reservations = new Reservations({ store, counters, counted, clock, leases, isInFlight, settled: (id) => failures.forget(id) });

  /** Waits for another process that works on this resource, for a limited time. The leftovers of a dead process are settled later. */
  const awaitOthers = async ({ resource, userId, id }: CountedResource): Promise<void> => {
    for (let look = 0; look < looks; look += 1) {
      const entry = (await counters.get({ userId, _id: counterId(resource, userId) }))?.pending.find(({ _id }) => _id === id);
      if (!entry || leases.isOwn(entry.leaseOwner) || !(await isInFlight(entry))) return;
      await pause();
    }
  };

  return {
    create: ({ limit, message, isFirst, ...created }, create) =>
      operations.run(created.id, async () => {
        const reservation = await reservations.reserve('create', created, { limit, isFirst });
        if (!reservation) throw new DomainError('limit_reached', message);
        let isSettled = false;
        const place = { store: async (writes: readonly Write[]) => (isSettled = await reservations.store(reservation, writes)) };
        let result;
        try {
          result = await create(place);
        } catch (error) {
          // A refusal created nothing. After any other error the resource may exist, which is checked now, or when the store is available again.
          if (error instanceof DomainError && !isSettled) await reservations.settle(reservation, true);
          throw error;
        }
        if (!isSettled) await reservations.settle(reservation, false);
        return result;
      }),
    isFirst: async (resource, userId) => (await counters.get({ userId, _id: counterId(resource, userId) })) === undefined,
    remove: (removed, remove) =>
      operations.run(removed.id, async () => {
        let reservation = await reservations.reserve('remove', removed);
        if (!reservation) {
          await awaitOthers(removed);
          reservation = await reservations.reserve('remove', removed);
        }
        const result = await remove();
        // The entry of an interrupted attempt is counted when it is settled.
        if (reservation) await reservations.settle(reservation, result !== undefined);
        return result;
      }),
    async current(resource, userId) {
      const counter = await counters.get({ userId, _id: counterId(resource, userId) });
      return counter ? Math.max(0, counter.held - counter.pending.filter((entry) => entry.kind === 'create').length) : 0;
    },
    settleAll: () => reservations.settleAll(),
    async erase(userId) {
      await counters.deleteWhere('byUser', { userId });
    },
  };
}

const settledEveryMs = 5_000;

/** Settles what failures left behind, every five seconds. @returns a function that stops it */
export function startSettling(quota: Quota, log: Log): () => void {
  let isSettling = false;
  const timer = setInterval(() => {
    if (isSettling) return;
    isSettling = true;
    quota
      .settleAll()
      .catch((error: unknown) => log('warn', 'settling.failed', { error }))
      .finally(() => {
        isSettling = false;
      });
  }, settledEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
