import type { Backoff } from './backoff.ts';

/**
 * Keeps, in memory and by id, when failed entries may be tried again.
 * @param monotonic - milliseconds that only grow, so that a changed clock neither shortens nor extends a pause
 */
export function createRetryPauses(pauseMs: Backoff, monotonic: () => number) {
  const pauses = new Map<string, { until: number; failures: number }>();
  return {
    isWaiting: (id: string): boolean => (pauses.get(id)?.until ?? -Infinity) > monotonic(),
    /** Puts the next attempt off. @returns the number of consecutive failures */
    putOff(id: string): number {
      const failures = (pauses.get(id)?.failures ?? 0) + 1;
      pauses.set(id, { failures, until: monotonic() + pauseMs(failures) });
      return failures;
    },
    forget: (id: string): void => void pauses.delete(id),
    /** The number of entries that have failed and were not forgotten. */
    count: (): number => pauses.size,
    /** Forgets all other ids: another process may have handled them. */
    keepOnly(ids: () => Iterable<string>): void {
      if (pauses.size === 0) return;
      const kept = new Set(ids());
      for (const id of pauses.keys()) if (!kept.has(id)) pauses.delete(id);
    },
  };
}
export type RetryPauses = ReturnType<typeof createRetryPauses>;
