import { DomainError } from './DomainError.ts';
import type { Metrics } from './metrics.ts';

/** The memory of one upload. */
export interface UploadShare {
  /** Reserves received bytes. @throws DomainError `unavailable` or `rate_limited` when the budget is used up */
  take(bytes: number): void;
  /** Releases all bytes. A second call does nothing. */
  release(): void;
}

export interface UploadBudgetOptions {
  /** The most bytes of all uploads. */
  total: number;
  /** The most bytes of one learner's uploads. */
  perLearner: number;
  metrics: Metrics;
}

const retryAfterSeconds = 5;
/** Uploads up to this size are always accepted, in bytes: mostly pasted text. */
const alwaysTaken = 65_536;

/**
 * Limits the memory of uploads, from the first byte until the guide is made. It counts received bytes, not announced ones, so that many slow
 * uploads keep nobody from uploading.
 */
export function createUploadBudget({ total, perLearner, metrics }: UploadBudgetOptions) {
  const held = new Map<string, number>();
  let heldByAll = 0;
  const gauge = metrics.gauge({ name: 'lectern_upload_bytes', help: 'Bytes of uploads that are in memory.', labels: [] });
  const refused = metrics.counter({
    name: 'lectern_uploads_refused_total',
    help: 'Uploads that found no room in memory.',
    labels: ['limit'],
  });
  const hold = (userId: string, bytes: number): void => {
    heldByAll += bytes;
    gauge.set(heldByAll);
    const ofLearner = (held.get(userId) ?? 0) + bytes;
    if (ofLearner > 0) held.set(userId, ofLearner);
    else held.delete(userId);
  };
  return {
    begin(userId: string): UploadShare {
      let taken = 0;
      return {
        take(bytes) {
          const isSmall = taken + bytes <= alwaysTaken;
          if (!isSmall && (held.get(userId) ?? 0) + bytes > perLearner) {
            refused.inc({ limit: 'learner' });
            throw new DomainError('rate_limited', 'Other uploads of yours are still being worked on. Please try again in a moment.', {
              retryAfterSeconds,
            });
          }
          if (!isSmall && heldByAll + bytes > total) {
            refused.inc({ limit: 'all' });
            throw new DomainError('unavailable', 'Many files are being uploaded right now. Please try again in a moment.', {
              retryAfterSeconds,
            });
          }
          taken += bytes;
          hold(userId, bytes);
        },
        release() {
          hold(userId, -taken);
          taken = 0;
        },
      };
    },
  };
}
export type UploadBudget = ReturnType<typeof createUploadBudget>;
