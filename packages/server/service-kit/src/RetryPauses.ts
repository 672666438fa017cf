import type { Backoff } from './backoff.ts';

/** Tracks in memory, by id, when failed entries may be retried. */
export class RetryPauses {
  readonly #pauseMs: Backoff;
  readonly #monotonic: () => number;
  readonly #pauses = new Map<string, { until: number; failures: number }>();

  /** @param monotonic - a monotonic clock in milliseconds, so that a changed wall clock neither shortens nor extends a pause */
  constructor(pauseMs: Backoff, monotonic: () => number) {
    this.#pauseMs = pauseMs;
    this.#monotonic = monotonic;
  }

  /** The number of entries that have failed and were not dropped. */
  get size(): number {
    return this.#pauses.size;
  }

  isWaiting(id: string): boolean {
    return (this.#pauses.get(id)?.until ?? -Infinity) > this.#monotonic();
  }

  /** Postpones the next attempt. @returns the number of consecutive failures */
  putOff(id: string): number {
    const failures = (this.#pauses.get(id)?.failures ?? 0) + 1;
    this.#pauses.set(id, { failures, until: this.#monotonic() + this.#pauseMs(failures) });
    return failures;
  }

  forget(id: string): void {
    this.#pauses.delete(id);
  }

  /** Drops all other ids: another process may have handled them. */
  keepOnly(ids: () => Iterable<string>): void {
    if (this.#pauses.size === 0) return;
    const kept = new Set(ids());
    for (const id of this.#pauses.keys()) if (!kept.has(id)) this.#pauses.delete(id);
  }
}
