export interface LatestResultsOptions {
  /** How long a result is kept, in milliseconds. */
  keptMs: number;
  /** The most owners whose result is kept. The oldest one is dropped. */
  mostOwners: number;
  clock: () => Date;
}

export interface LatestResults<T> {
  /** The result of an owner: the latest one, or a new one. */
  get(ownerId: string, compute: () => Promise<T>): Promise<T>;
}

interface Kept<T> {
  at: number;
  result: Promise<T>;
}

/** Keeps the latest result of each owner for a while. Concurrent readers share one computation. Failures are not kept. */
export function createLatestResults<T>({ keptMs, mostOwners, clock }: LatestResultsOptions): LatestResults<T> {
  /** The oldest one first. */
  const latest = new Map<string, Kept<T>>();
  // A clock that was set back must not keep a result for longer.
  const isFresh = ({ at }: Kept<T>, now: number): boolean => Math.abs(now - at) < keptMs;
  return {
    get(ownerId: string, compute: () => Promise<T>): Promise<T> {
      const now = clock().getTime();
      for (const [owner, kept] of latest) {
        if (isFresh(kept, now)) break;
        latest.delete(owner);
      }
      const known = latest.get(ownerId);
      if (known && isFresh(known, now)) return known.result;
      const kept = { at: now, result: compute() };
      latest.delete(ownerId);
      for (const [oldest] of latest) {
        if (latest.size < mostOwners) break;
        latest.delete(oldest);
      }
      latest.set(ownerId, kept);
      kept.result.catch(() => {
        if (latest.get(ownerId) === kept) latest.delete(ownerId);
      });
      return kept.result;
    },
  };
}
