import { DomainError } from './DomainError.ts';
import type { Metrics } from './metrics.ts';

/** The memory of one upload. */
export interface UploadShare {
  /** Reserves received bytes. @throws DomainError `unavailable` or `rate_limited` if the budget is used up */
  take(bytes: number): void;
  /** Releases all bytes. A second call has no effect. */
  release(): void;
}

export interface UploadBudgetOptions {
  /** The maximum bytes of all uploads. */
  total: number;
  /** The maximum bytes of one learner's uploads. */
  perLearner: number;
  metrics: Metrics;
}

const retryAfterSeconds = 5;
/** Uploads up to this size are always accepted, in bytes: mostly pasted text. */
const alwaysTaken = 65_536;

/**
 * Limits the memory of uploads, from the first byte until the guide is created. It counts received bytes, not announced ones, so that many slow
 * uploads do not block others.
 */
export class UploadBudget {
  readonly #options: UploadBudgetOptions;
  readonly #held = new Map<string, number>();
  #heldByAll = 0;
  readonly #gauge;
  readonly #refused;

  constructor(options: UploadBudgetOptions) {
    this.#options = options;
    const { metrics } = options;
    this.#gauge = metrics.gauge({ name: 'lectern_upload_bytes', help: 'Bytes of uploads that are in memory.', labels: [] });
    this.#refused = metrics.counter({
      name: 'lectern_uploads_refused_total',
      help: 'Uploads that found no room in memory.',
      labels: ['limit'],
    });
  }

  begin(userId: string): UploadShare {
    let taken = 0;
    return {
      take: (bytes) => {
        if (taken + bytes > alwaysTaken) this.#expectRoom(userId, bytes);
        taken += bytes;
        this.#hold(userId, bytes);
      },
      release: () => {
        this.#hold(userId, -taken);
        taken = 0;
      },
    };
  }

  #expectRoom(userId: string, bytes: number): void {
    const { total, perLearner } = this.#options;
    if ((this.#held.get(userId) ?? 0) + bytes > perLearner) {
      this.#refused.inc({ limit: 'learner' });
      throw new DomainError('rate_limited', 'Other uploads of yours are still being worked on. Please try again in a moment.', {
        retryAfterSeconds,
      });
    }
    if (this.#heldByAll + bytes > total) {
      this.#refused.inc({ limit: 'all' });
      throw new DomainError('unavailable', 'Many files are being uploaded right now. Please try again in a moment.', {
        retryAfterSeconds,
      });
    }
  }

  #hold(userId: string, bytes: number): void {
    this.#heldByAll += bytes;
    this.#gauge.set(this.#heldByAll);
    const ofLearner = (this.#held.get(userId) ?? 0) + bytes;
    if (ofLearner > 0) this.#held.set(userId, ofLearner);
    else this.#held.delete(userId);
  }
}
