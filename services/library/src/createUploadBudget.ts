import { DomainError, type Metrics } from '@lectern/service-kit';

/** What one upload holds. */
export interface UploadShare {
  /** Reserves bytes that have come in. @throws DomainError `unavailable` or `rate_limited` when they would be too many */
  take(bytes: number): void;
  /** Gives everything back; may be called twice. */
  release(): void;
}

export interface UploadBudgetOptions {
  /** Bytes that all uploads may hold at once. */
  total: number;
  /** Bytes that the uploads of one learner may hold at once. */
  perLearner: number;
  metrics: Metrics;
}

const retryAfterSeconds = 5;
/** An upload of this size always finds room, in bytes: pasted text mostly. */
const alwaysTaken = 65_536;

/**
 * Bounds the memory that uploads take from their first byte until their guide is made. Counted is what has come in, not what was
 * announced: slow uploads, however many, keep nobody from uploading.
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
