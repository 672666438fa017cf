import { ownerLimits, type OwnerLimitName } from '@lectern/contracts';
import { DomainError } from './DomainError.ts';

export interface OwnerLimiterOptions {
  enabled: boolean;
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
}

/** Above this number the oldest counts are dropped. */
const mostCounts = 100_000;

/** Counts the calls with each learner's signed addresses, in time windows. Each process counts separately. */
export class OwnerLimiter {
  readonly #options: OwnerLimiterOptions;
  /** Ordered by the start of their windows. */
  readonly #counts = new Map<string, { made: number; endsAt: number }>();

  constructor(options: OwnerLimiterOptions) {
    this.#options = options;
  }

  /** The number of counts. */
  get size(): number {
    return this.#counts.size;
  }

  /** Counts a call. @throws DomainError `rate_limited` if the learner's addresses were used too often */
  count(limit: OwnerLimitName, ownerId: string): void {
    if (!this.#options.enabled) return;
    const { most, windowMs } = ownerLimits[limit];
    const key = `${limit} ${ownerId}`;
    const now = this.#options.monotonic();
    let window = this.#counts.get(key);
    if (!window || window.endsAt <= now) {
      this.#counts.delete(key);
      for (const [oldest, { endsAt }] of this.#counts) {
        if (endsAt > now && this.#counts.size < mostCounts) break;
        this.#counts.delete(oldest);
      }
      window = { made: 0, endsAt: now + windowMs };
      this.#counts.set(key, window);
    }
    if (window.made >= most)
      throw new DomainError('rate_limited', 'This address is used too often. Please try again later.', {
        retryAfterSeconds: Math.max(1, window.endsAt - now) / 1_000,
      });
    window.made += 1;
  }
}
