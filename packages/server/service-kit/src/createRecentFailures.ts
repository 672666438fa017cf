/**
 * Ids whose write failed so recently that it may still take effect. Expired ids are dropped whenever one is added, since every write fails
 * while a store is away.
 * @param lateEffectsMs - how long after its failure a write may take effect
 */
export function createRecentFailures(lateEffectsMs: number, elapsedMs: () => number) {
  /** Oldest first. */
  const failedAt = new Map<string, number>();
  return {
    note(id: string): void {
      const now = elapsedMs();
      failedAt.delete(id);
      failedAt.set(id, now);
      for (const [each, at] of failedAt) {
        if (now - at < lateEffectsMs) break;
        failedAt.delete(each);
      }
    },
    isRecent: (id: string): boolean => elapsedMs() - (failedAt.get(id) ?? -Infinity) < lateEffectsMs,
    forget: (id: string): void => void failedAt.delete(id),
    /** The number of ids. */
    size: (): number => failedAt.size,
  };
}
