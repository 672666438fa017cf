import type { DocumentStore } from '@lectern/document-store';
import { DomainError } from './DomainError.ts';
import { insertOnce } from './insertOnce.ts';
import { leasesCollection, type Lease, type LeaseDocuments } from './leasesCollection.ts';
import type { Log } from './log.ts';
import { hasEndedHere, processId as thisProcess } from './processId.ts';

/** The interval at which a process renews its lease, in milliseconds. */
const renewedEveryMs = 5_000;
/** The pause before a failed renewal is retried, in milliseconds. */
const renewedAgainMs = 1_000;
/** The interval at which a process checks the leases of the others, in milliseconds. */
const lookedEveryMs = 2_000;
/** A lease has expired if it is unchanged in this many consecutive checks: 10 to 12 s after its last renewal. */
const looksUntilOver = 5;
/** How long the lease of a killed process is stored, in milliseconds. */
const keptMs = 60 * 60_000;
/** The number of leases per read, more than a service has processes. */
const leasesPerLook = 1_000;

/** Returns the stored owner of a piece of work: a process, and the fence of its lease. */
const ownerOf = (id: string, fence: number): string => `${id}/${fence}`;
const partsOf = (owner: string): { id: string; fence: number } => {
  const at = owner.lastIndexOf('/');
  return { id: owner.slice(0, at), fence: Number(owner.slice(at + 1)) };
};

export interface Leases {
  /** Returns the owner to store with new work. */
  own(): Promise<string>;
  /** Returns whether the work belongs to this process, even with an earlier fence. */
  isOwn(owner: string): boolean;
  /**
   * Returns whether the owner's work may be taken over. If its lease has expired, its fence is incremented first, so that the store refuses the
   * owner's later writes.
   */
  isOver(owner: string): Promise<boolean>;
  /**
   * Confirms right before a result is stored that nobody has taken over the work.
   *
   * @throws DomainError `unavailable` if somebody has
   */
  confirm(owner: string): Promise<void>;
  /** Renews the lease and checks the others until `stop`. */
  start(): void;
  /** Ends the lease, so that its work may be taken over immediately. */
  stop(): Promise<void>;
  /** Renews the lease once. For tests; `start` does it automatically. */
  renew(): Promise<void>;
  /** Checks the leases of the others once. For tests; `start` does it automatically. */
  look(): Promise<void>;
}

export interface LeasesOptions {
  store: DocumentStore;
  clock: () => Date;
  log: Log;
  /** Defaults to this process. */
  processId?: string;
}

type Seen = Pick<Lease, 'fence' | 'renewals'> & { unchanged: number };

/** Tracks the observed leases of the others. Counts checks instead of time, so that time without checks does not count. */
const createSightings = (leases: LeaseDocuments, processId: string) => {
  let seen = new Map<string, Seen>();
  return {
    of: (id: string): Seen | undefined => seen.get(id),
    async look(): Promise<void> {
      const found = await leases.find('_id', { limit: leasesPerLook });
      seen = new Map(
        found
          .filter(({ _id }) => _id !== processId)
          .map(({ _id, fence, renewals }): [string, Seen] => {
            const last = seen.get(_id);
            const isSame = last?.fence === fence && last.renewals === renewals;
            return [_id, { fence, renewals, unchanged: isSame ? last.unchanged + 1 : 0 }];
          }),
      );
    },
  };
};

/** The lease of this process: its fence, and its renewals. */
const createOwnLease = (leases: LeaseDocuments, id: string, clock: () => Date) => {
  let fence: number | undefined;
  let opening: Promise<number> | undefined;
  const expiresAt = () => new Date(clock().getTime() + keptMs).toISOString();
  /** Reads the current fence from the store. */
  const open = async (): Promise<number> => {
    await insertOnce(leases, { _id: id, fence: (fence ?? 0) + 1, renewals: 0, expiresAt: expiresAt() });
    fence = (await leases.get(id))?.fence ?? 1;
    return fence;
  };
  const current = async (): Promise<number> => {
    if (fence !== undefined) return fence;
    opening ??= open().finally(() => {
      opening = undefined;
    });
    return opening;
  };
  /** @returns whether the lease with this fence was still valid */
  const renew = async (number: number): Promise<boolean> =>
    (await leases.update(id, { set: { expiresAt: expiresAt() }, increment: { renewals: 1 } }, { equals: { fence: number } })) !== undefined;
  return { open, current, renew };
};

/** Repeats work; each pause starts after the previous work has ended. @returns a function that stops it */
const repeat = (work: () => Promise<number>): (() => void) => {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const next = (pauseMs: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => void work().then(next), pauseMs);
    timer.unref();
  };
  void work().then(next);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};

/**
 * Creates leases for the processes of one service. A process renews its lease every five seconds, and stores it as the owner of its work. If a
 * process is killed or suspended, others notice within twelve seconds that its lease does not change, and take over its work. First they increment
 * the fence of the lease, so that the store refuses writes of a process that resumes later, whatever the clocks say.
 *
 * @example
 * const leases = createLeases({ store, clock, log });
 * leases.start();
 * const owner = await leases.own();
 * await attempts.insert({ ...attempt, leaseOwner: owner });
 * const answer = await work();
 * await leases.confirm(owner);
 * await attempts.update({ userId, _id }, { set: { answer } }, { equals: { leaseOwner: owner } });
 */
export function createLeases({ store, clock, log, processId = thisProcess }: LeasesOptions): Leases {
  const leases: LeaseDocuments = store.collection(leasesCollection);
  const sightings = createSightings(leases, processId);
  const own = createOwnLease(leases, processId, clock);
  let stops: (() => void)[] = [];

  const renew = async (): Promise<void> => {
    if (await own.renew(await own.current())) return;
    await own.open();
    log('warn', 'lease.lost', {});
  };
  /** Ends a lease that was unchanged for long. Refused if it was renewed since, or another process has ended it. */
  const endUnchanged = async (id: string, fence: number): Promise<boolean> => {
    const seen = sightings.of(id);
    if (seen === undefined || seen.unchanged < looksUntilOver) return false;
    const { renewals } = seen;
    return (await leases.update(id, { increment: { fence: 1 } }, { equals: { fence, renewals } })) !== undefined;
  };
  const isRunOut = async (id: string, fence: number): Promise<boolean> => {
    if (await endUnchanged(id, fence)) return true;
    const lease = await leases.get(id);
    return lease === undefined || lease.fence > fence;
  };

  return {
    own: async () => ownerOf(processId, await own.current()),
    isOwn: (owner) => partsOf(owner).id === processId,
    async isOver(owner) {
      const { id, fence } = partsOf(owner);
      return owner === '' || hasEndedHere(id) || isRunOut(id, fence);
    },
    async confirm(owner) {
      if (await own.renew(partsOf(owner).fence)) return;
      // Reads the current fence from the store, so that later work is not refused as well.
      await own.open();
      throw new DomainError('unavailable', 'This is being worked on elsewhere. Please try again.', { retryAfterSeconds: 1 });
    },
    renew,
    look: () => sightings.look(),
    start() {
      const attempt = async (work: () => Promise<void>, pauseMs: number, againMs: number): Promise<number> => {
        try {
          await work();
          return pauseMs;
        } catch (error) {
          log('warn', 'lease.failed', { error });
          return againMs;
        }
      };
      stops = [
        repeat(() => attempt(renew, renewedEveryMs, renewedAgainMs)),
        repeat(() => attempt(() => sightings.look(), lookedEveryMs, lookedEveryMs)),
      ];
    },
    async stop() {
      for (const stop of stops) stop();
      await leases.delete(processId);
    },
  };
}
