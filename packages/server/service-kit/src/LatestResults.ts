export interface LatestResultsOptions {
  /** How long a result is cached, in milliseconds. Defaults to forever. */
  keptMs?: number;
  /** The maximum number of owners with a cached result. The oldest one is dropped. */
  mostOwners: number;
  clock: () => Date;
}

interface Kept<T> {
  at: number;
  result: Promise<T>;
}

/** Caches the latest result of each owner. Concurrent readers share one computation. Failures are not cached. */
export class LatestResults<T> {
  readonly #options: Required<LatestResultsOptions>;
  /** Oldest first. */
  readonly #latest = new Map<string, Kept<T>>();

  constructor({ keptMs = Infinity, mostOwners, clock }: LatestResultsOptions) {
    this.#options = { keptMs, mostOwners, clock };
  }

  /** Returns the cached result of an owner, or computes it. */
  get(ownerId: string, compute: () => Promise<T>): Promise<T> {
    const { keptMs, mostOwners, clock } = this.#options;
    const latest = this.#latest;
    const now = clock().getTime();
    // A clock that was set back must not extend the caching.
    const isFresh = ({ at }: Kept<T>): boolean => Math.abs(now - at) < keptMs;
    for (const [owner, kept] of latest) {
      if (isFresh(kept)) break;
      latest.delete(owner);
    }
    const known = latest.get(ownerId);
    if (known && isFresh(known)) return known.result;
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
  }
}
