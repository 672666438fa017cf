export interface LatestResultsOptions {
  /** How long a result is kept, in milliseconds; forever when left out. */
  keptMs?: number;
  /** The most owners whose result is kept. The oldest one is dropped. */
  mostOwners: number;
  clock: () => Date;
}

interface Kept<T> {
  at: number;
  result: Promise<T>;
}

/** Keeps the latest result of each owner for a while. Concurrent readers share one computation. Failures are not kept. */
export class LatestResults<T> {
  readonly #options: Required<LatestResultsOptions>;
  /** The oldest one first. */
  readonly #latest = new Map<string, Kept<T>>();

  constructor({ keptMs = Infinity, mostOwners, clock }: LatestResultsOptions) {
    this.#options = { keptMs, mostOwners, clock };
  }

  /** The result of an owner: the latest one, or a new one. */
  get(ownerId: string, compute: () => Promise<T>): Promise<T> {
    const { keptMs, mostOwners, clock } = this.#options;
    const latest = this.#latest;
    const now = clock().getTime();
    // A clock that was set back must not keep a result for longer.
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
