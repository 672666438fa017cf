/**
 * What has failed so shortly ago that its effect may still come. While a store is away every try fails, so those whose time is over are
 * forgotten with each that is noted.
 * @param lateEffectsMs - how long an effect may come after the failure
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
    /** How many are remembered. */
    size: (): number => failedAt.size,
  };
}
