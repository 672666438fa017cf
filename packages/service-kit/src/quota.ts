import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { DuplicateKeyError, defineCollection, type Collection, type DocumentStore } from '@lectern/document-store';
import { createRecentFailures } from './createRecentFailures.ts';
import { DomainError } from './DomainError.ts';
import { leaseOwner, isLeaseOwnerAlive } from './leaseOwner.ts';
import type { Log } from './log.ts';

const Counter = z.object({
  _id: z.string(),
  userId: z.string(),
  thing: z.string(),
  /** The number of resources, those being created included. */
  held: z.int(),
  /** Creations and removals in flight, by the resource's id. */
  pending: z.array(
    z.object({ _id: z.string(), kind: z.enum(['create', 'remove']), since: z.string(), leaseOwner: z._default(z.string(), '') }),
  ),
  pendingCount: z.int(),
  /** Set while something is pending, so that a start finds what a crash left. */
  pendingSince: z.optional(z.string()),
});
type Counter = z.infer<typeof Counter>;

export const quotaCollection = defineCollection({
  name: 'counters',
  schema: Counter,
  indexes: { byUser: { fields: ['userId', '_id'] }, byPending: { fields: ['pendingSince', '_id'] } },
});

/** A kind of resource that is counted. */
export interface Counted {
  /** As in the limits: `studyMaterials`. */
  thing: string;
  /** Whether the resource is stored; settles the reservations of crashed processes. */
  exists: (id: string, userId: string) => Promise<boolean>;
  /** Deletes the parts that an interrupted creation left. */
  discard?: (id: string) => Promise<void>;
}

export interface Quota {
  /**
   * Creates one resource under a limit (`undefined`: none): reserve under a guard, insert under the reserved id, settle. When `create`
   * fails the reservation is released, so that a failure costs nothing.
   * @throws DomainError `limit_reached`
   */
  create<T>(
    options: { thing: string; userId: string; id: string; limit: number | undefined; message: string },
    create: () => Promise<T>,
  ): Promise<T>;
  /** Removes one resource. @returns the result of `remove`; `undefined` when it was absent, and then nothing is counted down */
  remove<T>(options: { thing: string; userId: string; id: string }, remove: () => Promise<T | undefined>): Promise<T | undefined>;
  /** The number of stored resources of the learner, without those being created. */
  current(thing: string, userId: string): Promise<number>;
  /** Settles what crashes and store failures left. Called at start, before ready, and every five seconds. */
  settleAll(): Promise<void>;
  /** Deletes the counters of a learner. */
  erase(userId: string): Promise<void>;
}

/** How often, and at which interval in milliseconds, a removal looks whether another process has finished. */
const looks = 50;
const lookAgainMs = 20;

/**
 * Limits without a race between counting and inserting, and without charges left by a crash. Every step is an atomic change of one counter
 * document. The reservation of a dead process is settled by looking whether its resource exists.
 */
export function createQuota(
  store: DocumentStore,
  counted: readonly Counted[],
  clock: () => Date,
  elapsedMs: () => number = () => performance.now(),
  pause: () => Promise<unknown> = () => wait(lookAgainMs),
): Quota {
  const counters: Collection<Counter, (typeof quotaCollection)['indexes']> = store.collection(quotaCollection);
  const idOf = (thing: string, userId: string) => `${userId}:${thing}`;
  /** Ids in flight in this process. A pending entry of this process that is not here was left by a failure of the store. */
  const underWay = new Set<string>();
  /** Failed writes may still take effect for a while; they are not settled before. */
  const failures = createRecentFailures(store.lateEffectsMs, elapsedMs);
  const isUnderWay = ({ _id, leaseOwner: by, since }: Counter['pending'][number]): boolean =>
    by === leaseOwner ? underWay.has(_id) || failures.isRecent(_id) : isLeaseOwnerAlive(by, new Date(since), clock());

  /** Ends one pending entry, and releases its place when the resource does not exist. */
  const settle = async (counter: string, id: string, releases: boolean): Promise<void> => {
    const change = { increment: { pendingCount: -1, ...(releases && { held: -1 }) }, remove: { pending: { _id: id } } };
    const last = await counters.update(
      counter,
      { ...change, unset: ['pendingSince'] },
      { has: { pending: id }, equals: { pendingCount: 1 } },
    );
    if (!last) await counters.update(counter, change, { has: { pending: id } });
  };

  const settleCounter = async (counter: Counter): Promise<void> => {
    const kind = counted.find((each) => each.thing === counter.thing);
    if (!kind) return;
    for (const entry of counter.pending) {
      if (isUnderWay(entry)) continue;
      const exists = await kind.exists(entry._id, counter.userId);
      if (!exists) await kind.discard?.(entry._id);
      await settle(counter._id, entry._id, !exists);
      failures.forget(entry._id);
    }
  };

  /** The last operation on each resource. Operations on one resource run one after the other, or a place would be counted twice. */
  const lines = new Map<string, Promise<unknown>>();
  const inFlight = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    const ahead = lines.get(id);
    const turn = (async () => {
      // Its error goes to its own caller.
      await ahead?.catch(() => undefined);
      underWay.add(id);
      try {
        const result = await work();
        failures.forget(id);
        return result;
      } catch (error) {
        if (!(error instanceof DomainError)) failures.note(id);
        throw error;
      } finally {
        underWay.delete(id);
      }
    })();
    lines.set(id, turn);
    try {
      return await turn;
    } finally {
      if (lines.get(id) === turn) lines.delete(id);
    }
  };

  /** Waits for another process that works on this resource, for a limited time. What a dead process left is settled later. */
  const awaitOthers = async (counter: string, id: string): Promise<void> => {
    for (let look = 0; look < looks; look += 1) {
      const entry = (await counters.get(counter))?.pending.find(({ _id }) => _id === id);
      if (!entry || entry.leaseOwner === leaseOwner || !isUnderWay(entry)) return;
      await pause();
    }
  };

  const begin = async (
    kind: 'create' | 'remove',
    thing: string,
    userId: string,
    id: string,
    limit: number | undefined,
  ): Promise<boolean> => {
    const since = clock().toISOString();
    const reserve = () =>
      counters.update(
        idOf(thing, userId),
        {
          set: { pendingSince: since },
          increment: { pendingCount: 1, ...(kind === 'create' && { held: 1 }) },
          append: { pending: { _id: id, kind, since, leaseOwner } },
        },
        { hasNot: { pending: id }, ...(kind === 'create' && limit !== undefined && { below: { held: limit } }) },
      );
    if (await reserve()) return true;
    const counter = await counters.get(idOf(thing, userId));
    if (!counter) {
      try {
        await counters.insert({ _id: idOf(thing, userId), userId, thing, held: 0, pending: [], pendingCount: 0 });
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error;
      }
    } else {
      // An earlier attempt of this process was interrupted: its place is reserved already.
      if (counter.pending.some((entry) => entry._id === id && entry.kind === kind && entry.leaseOwner === leaseOwner)) return true;
      await settleCounter(counter);
    }
    return (await reserve()) !== undefined;
  };

  return {
    create: ({ thing, userId, id, limit, message }, create) =>
      inFlight(id, async () => {
        if (!(await begin('create', thing, userId, id, limit))) throw new DomainError('limit_reached', message);
        let created;
        try {
          created = await create();
        } catch (error) {
          // A refusal created nothing. After any other error the resource may exist: it is looked for now, or when the store is back.
          if (error instanceof DomainError) await settle(idOf(thing, userId), id, true);
          throw error;
        }
        await settle(idOf(thing, userId), id, false);
        return created;
      }),
    remove: ({ thing, userId, id }, remove) =>
      inFlight(id, async () => {
        const reserve = () => begin('remove', thing, userId, id, undefined);
        let reserved = await reserve();
        if (!reserved) {
          await awaitOthers(idOf(thing, userId), id);
          reserved = await reserve();
        }
        const removed = await remove();
        // The mark of an interrupted attempt is counted when that is settled.
        if (reserved) await settle(idOf(thing, userId), id, removed !== undefined);
        return removed;
      }),
    async current(thing, userId) {
      const counter = await counters.get(idOf(thing, userId));
      return counter ? Math.max(0, counter.held - counter.pending.filter((entry) => entry.kind === 'create').length) : 0;
    },
    async settleAll() {
      for (;;) {
        const due = await counters.find('byPending', { atMost: clock().toISOString(), limit: 500 });
        const dead = due.filter((counter) => counter.pending.some((entry) => !isUnderWay(entry)));
        for (const counter of dead) await settleCounter(counter);
        if (dead.length === 0 || due.length < 500) return;
      }
    },
    async erase(userId) {
      await counters.deleteWhere('byUser', { userId });
    },
  };
}

const settledEveryMs = 5_000;

/** Settles what failures left, every five seconds. @returns stops it */
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
