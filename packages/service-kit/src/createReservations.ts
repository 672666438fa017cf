import { insertOnce } from './insertOnce.ts';
import { leaseOwner } from './leaseOwner.ts';
import { counterId, resourceOf, type Counter, type Counters, type PendingEntry } from './quotaCounters.ts';

/** A kind of resource that is counted. */
export interface Counted {
  /** As in the limits: `studyMaterials`. */
  resource: string;
  /** Whether the resource is stored; settles the reservations of crashed processes. */
  exists: (id: string, userId: string) => Promise<boolean>;
  /** Deletes the parts that an interrupted creation left. */
  discard?: (id: string, userId: string) => Promise<void>;
}

/** A resource of a learner, existing or to be created. */
export interface CountedResource {
  resource: string;
  userId: string;
  id: string;
}

export interface ReservationsOptions {
  counters: Counters;
  counted: readonly Counted[];
  clock: () => Date;
  /** Whether some process may still be working on a pending entry. */
  isInFlight: (entry: PendingEntry) => boolean;
  /** Called when an entry was settled. */
  settled: (id: string) => void;
}

/** Counters read at once. */
const countersPerRead = 500;

/** The reservations in counter documents. Every step is one atomic change of one counter. */
export function createReservations({ counters, counted, clock, isInFlight, settled }: ReservationsOptions) {
  /** Ends one pending entry. `releases`: also gives its place back, since the resource does not exist. */
  const settle = async (counter: string, id: string, releases: boolean): Promise<void> => {
    const change = { increment: { pendingCount: -1, ...(releases && { held: -1 }) }, remove: { pending: { _id: id } } };
    const last = await counters.update(
      counter,
      { ...change, unset: ['pendingSince'] },
      { has: { pending: id }, equals: { pendingCount: 1 } },
    );
    if (!last) await counters.update(counter, change, { has: { pending: id } });
  };

  /** Settles abandoned entries, by looking whether their resources exist. */
  const settleLeftovers = async (counter: Counter): Promise<void> => {
    const kind = counted.find((each) => each.resource === resourceOf(counter));
    if (!kind) return;
    for (const entry of counter.pending) {
      if (isInFlight(entry)) continue;
      const exists = await kind.exists(entry._id, counter.userId);
      if (!exists) await kind.discard?.(entry._id, counter.userId);
      await settle(counter._id, entry._id, !exists);
      settled(entry._id);
    }
  };

  return {
    settle: ({ resource, userId, id }: CountedResource, releases: boolean): Promise<void> =>
      settle(counterId(resource, userId), id, releases),

    /** Adds a pending entry. @returns false at the limit, or while another operation on this resource is pending */
    async reserve(kind: PendingEntry['kind'], { resource, userId, id }: CountedResource, limit?: number): Promise<boolean> {
      const counterOfLearner = counterId(resource, userId);
      const since = clock().toISOString();
      const reserve = () =>
        counters.update(
          counterOfLearner,
          {
            set: { pendingSince: since },
            increment: { pendingCount: 1, ...(kind === 'create' && { held: 1 }) },
            append: { pending: { _id: id, kind, since, leaseOwner } },
          },
          { hasNot: { pending: id }, ...(kind === 'create' && limit !== undefined && { below: { held: limit } }) },
        );
      if (await reserve()) return true;
      const counter = await counters.get(counterOfLearner);
      // An earlier attempt of this process was interrupted: its place is reserved already.
      if (counter?.pending.some((entry) => entry._id === id && entry.kind === kind && entry.leaseOwner === leaseOwner)) return true;
      if (counter) await settleLeftovers(counter);
      else await insertOnce(counters, { _id: counterOfLearner, userId, held: 0, pending: [], pendingCount: 0 });
      return (await reserve()) !== undefined;
    },

    async settleAll(): Promise<void> {
      for (;;) {
        const due = await counters.find('byPending', { atMost: clock().toISOString(), limit: countersPerRead });
        const left = due.filter((counter) => counter.pending.some((entry) => !isInFlight(entry)));
        for (const counter of left) await settleLeftovers(counter);
        if (left.length === 0 || due.length < countersPerRead) return;
      }
    },
  };
}
