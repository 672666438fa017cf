import { toUpdate, type DocumentStore, type Write } from '@lectern/document-store';
import { insertOnce } from './insertOnce.ts';
import type { Leases } from './createLeases.ts';
import { counterId, quotaCollection, resourceOf, type Counter, type Counters, type PendingEntry } from './quotaCounters.ts';

/** A counted kind of resource. */
export interface Counted {
  /** The name in the limits: `studyMaterials`. */
  resource: string;
  /** Returns whether the resource is stored. Decides how the reservations of crashed processes are settled. */
  exists: (id: string, userId: string) => Promise<boolean>;
  /** Deletes the leftovers of an interrupted creation. */
  discard?: (id: string, userId: string) => Promise<void>;
}

/** A resource of a learner, existing or to be created. */
export interface CountedResource {
  resource: string;
  userId: string;
  id: string;
}

export interface ReservationsOptions {
  store: Pick<DocumentStore, 'write'>;
  counters: Counters;
  counted: readonly Counted[];
  clock: () => Date;
  leases: Leases;
  /** Returns whether some process may still be working on a pending entry. */
  isInFlight: (entry: PendingEntry) => Promise<boolean>;
  /** Called after an entry was settled. */
  settled: (id: string) => void;
}

/** The number of counters per read. */
const countersPerRead = 500;

/** A place that an operation has reserved. */
export interface Reservation extends CountedResource {
  /** The stored owner of the entry. */
  owner: string;
  /** The counter when it was last read. */
  counter: Counter;
}

/** The condition of a reservation. */
interface Condition {
  limit?: number | undefined;
  /** Whether the counter is probably absent, so that it is created with the entry. */
  isFirst?: boolean | undefined;
}

/**
 * Manages reservations in counter documents. Every step is one atomic change of one counter.
 *
 * @example
 * const reservation = await reservations.reserve('create', { resource: 'folders', userId, id }, { limit });
 * if (!reservation) throw new DomainError('limit_reached', message);
 * const folder = await create();
 * await reservations.settle(reservation, false);
 */
export class Reservations {
  readonly #options: ReservationsOptions;

  constructor(options: ReservationsOptions) {
    this.#options = options;
  }

  /** Adds a pending entry. @returns `undefined` at the limit, or while another operation on this resource is pending */
  async reserve(
    kind: PendingEntry['kind'],
    reserved: CountedResource,
    { limit, isFirst }: Condition = {},
  ): Promise<Reservation | undefined> {
    const { counters, leases } = this.#options;
    const { resource, userId, id } = reserved;
    const counterOfLearner = { userId, _id: counterId(resource, userId) };
    const begun = (isFirst && kind === 'create' && limit !== 0 && (await this.#begin(reserved))) || undefined;
    const first = begun ?? (await this.#tryToReserve(kind, reserved, limit));
    if (first) return first;
    const counter = await counters.get(counterOfLearner);
    // An earlier attempt of this process was interrupted: its place is already reserved.
    const earlier = counter?.pending.find((entry) => entry._id === id && entry.kind === kind && leases.isOwn(entry.leaseOwner));
    if (counter && earlier) return { ...reserved, owner: earlier.leaseOwner, counter };
    if (counter) await this.#settleLeftovers(counter);
    else await insertOnce(counters, { ...counterOfLearner, held: 0, pending: [], pendingCount: 0 });
    return this.#tryToReserve(kind, reserved, limit);
  }

  /** Ends an own entry. Has no effect if another process has taken it over. */
  async settle({ resource, userId, id, owner, counter: { fence } }: Reservation, releases: boolean): Promise<void> {
    const counterOfLearner = { userId, _id: counterId(resource, userId) };
    let known = fence;
    while (!(await this.#end(counterOfLearner, { id, fence: known }, { releases }))) {
      const counter = await this.#options.counters.get(counterOfLearner);
      if (!counter?.pending.some((entry) => entry._id === id && entry.leaseOwner === owner)) return;
      known = counter.fence;
    }
  }

  /**
   * Writes documents and ends an own entry, whose place is kept, in one step. Other operations may change the counter meanwhile.
   *
   * @returns `false` if nothing was written: another process has taken over the entry, or a guard does not hold
   */
  async store(reservation: Reservation, writes: readonly Write[]): Promise<boolean> {
    for (let current: Reservation | undefined = reservation; current; current = await this.#readAgain(current)) {
      const { userId, id, counter } = current;
      const { fence, version, pendingCount } = counter;
      const isLast = pendingCount === 1;
      const change = {
        increment: { pendingCount: -1, version: 1 },
        remove: { pending: { _id: id } },
        ...(isLast && { unset: ['pendingSince' as const] }),
      };
      // A process of an earlier version does not change the version.
      const guard = { has: { pending: id }, equals: { fence: fence ?? null, version: version ?? null, pendingCount } };
      const ending = toUpdate(quotaCollection, { userId, _id: counter._id }, change, guard);
      if (await this.#options.store.write([...writes, ending])) return true;
    }
    return false;
  }

  async settleAll(): Promise<void> {
    const { counters, clock, isInFlight } = this.#options;
    for (;;) {
      const due = await counters.find('byPending', { atMost: clock().toISOString(), limit: countersPerRead });
      let isLeft = false;
      for (const counter of due)
        for (const entry of counter.pending) {
          if (await isInFlight(entry)) continue;
          isLeft = true;
          await this.#settleLeftovers(counter);
          break;
        }
      if (!isLeft || due.length < countersPerRead) return;
    }
  }

  /** Reads the counter of an own entry again. @returns `undefined` if it has not changed, or the entry is no longer there */
  async #readAgain(reservation: Reservation): Promise<Reservation | undefined> {
    const { resource, userId, id, owner, counter: before } = reservation;
    const counter = await this.#options.counters.get({ userId, _id: counterId(resource, userId) });
    if (!counter?.pending.some((entry) => entry._id === id && entry.leaseOwner === owner)) return undefined;
    return counter.version === before.version ? undefined : { ...reservation, counter };
  }

  /** Creates the counter with a first entry. @returns `undefined` if there is one already */
  async #begin(reserved: CountedResource): Promise<Reservation | undefined> {
    const { counters, clock, leases } = this.#options;
    const { resource, userId, id } = reserved;
    const since = clock().toISOString();
    const owner = await leases.own();
    const pending = [{ _id: id, kind: 'create' as const, since, leaseOwner: owner }];
    const counter: Counter = { _id: counterId(resource, userId), userId, held: 1, pending, pendingCount: 1, pendingSince: since };
    return (await insertOnce(counters, counter)) ? { ...reserved, owner, counter } : undefined;
  }

  async #tryToReserve(kind: PendingEntry['kind'], reserved: CountedResource, limit: number | undefined): Promise<Reservation | undefined> {
    const { counters, clock, leases } = this.#options;
    const { resource, userId, id } = reserved;
    const since = clock().toISOString();
    const owner = await leases.own();
    const counter = await counters.update(
      { userId, _id: counterId(resource, userId) },
      {
        set: { pendingSince: since },
        increment: { pendingCount: 1, version: 1, ...(kind === 'create' && { held: 1 }) },
        append: { pending: { _id: id, kind, since, leaseOwner: owner } },
      },
      { hasNot: { pending: id }, ...(kind === 'create' && limit !== undefined && { below: { held: limit } }) },
    );
    return counter && { ...reserved, owner, counter };
  }

  /** Settles abandoned entries, depending on whether their resources exist. */
  async #settleLeftovers(counter: Counter): Promise<void> {
    const { counted, leases, isInFlight, settled } = this.#options;
    const kind = counted.find((each) => each.resource === resourceOf(counter));
    if (!kind) return;
    let { fence } = counter;
    for (const entry of counter.pending) {
      if (await isInFlight(entry)) continue;
      const exists = await kind.exists(entry._id, counter.userId);
      if (!exists) await kind.discard?.(entry._id, counter.userId);
      const takesOver = !leases.isOwn(entry.leaseOwner);
      // Refused if another process has settled an entry of this counter since. The next check finds the rest.
      if (!(await this.#end(counter, { id: entry._id, fence }, { releases: !exists, takesOver }))) return;
      if (takesOver) fence = (fence ?? 0) + 1;
      settled(entry._id);
    }
  }

  /**
   * Ends one pending entry, while the counter still has the fence with which it was read.
   *
   * @param releases - also releases its place, because the resource does not exist
   * @param takesOver - the entry belongs to another process, whose own attempt to end it must then fail
   */
  async #end(
    counter: Pick<Counter, '_id' | 'userId'>,
    { id, fence }: { id: string; fence: number | undefined },
    { releases, takesOver = false }: { releases: boolean; takesOver?: boolean },
  ): Promise<boolean> {
    const { counters } = this.#options;
    const increment = { pendingCount: -1, version: 1, ...(releases && { held: -1 }), ...(takesOver && { fence: 1 }) };
    const change = { increment, remove: { pending: { _id: id } } };
    const equals = { fence: fence ?? null };
    const guard = { has: { pending: id }, equals };
    const last = await counters.update(
      counter,
      { ...change, unset: ['pendingSince'] },
      { ...guard, equals: { ...equals, pendingCount: 1 } },
    );
    return (last ?? (await counters.update(counter, change, guard))) !== undefined;
  }
}
