import { ownerLimits, type OwnerLimitName } from '@lectern/contracts';
import { DomainError } from './DomainError.ts';

export interface OwnerLimiterOptions {
  enabled: boolean;
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
}

/** Counts are dropped from the oldest on when there are more. */
const mostCounts = 100_000;

/** Counts the calls by signed addresses of each learner, in windows. The counts are of this process. */
export function createOwnerLimiter({ enabled, monotonic }: OwnerLimiterOptions) {
  /** In the order of their windows' begin. */
  const counts = new Map<string, { made: number; endsAt: number }>();
  return {
    /** Counts a call. @throws DomainError `rate_limited` when the learner's addresses were used too often */
    count(limit: OwnerLimitName, ownerId: string): void {
      if (!enabled) return;
      const { most, windowMs } = ownerLimits[limit];
      const key = `${limit} ${ownerId}`;
      const now = monotonic();
      let window = counts.get(key);
      if (!window || window.endsAt <= now) {
        counts.delete(key);
        for (const [oldest, { endsAt }] of counts) {
          if (endsAt > now && counts.size < mostCounts) break;
          counts.delete(oldest);
        }
        window = { made: 0, endsAt: now + windowMs };
        counts.set(key, window);
      }
      if (window.made >= most)
        throw new DomainError('rate_limited', 'This address is used too often. Please try again later.', {
          retryAfterSeconds: Math.max(1, window.endsAt - now) / 1_000,
        });
      window.made += 1;
    },
    /** The number of counts. */
    size: (): number => counts.size,
  };
}
