/** Calls that one learner may make in a minute (contract section 2, "Rates"). */
const callsAMinute = 600;
const windowMs = 60_000;

/** Counts the calls of each learner in windows of one minute. Windows go by a monotonic clock. */
export function createCallLimiter(monotonic: () => number, enabled: boolean) {
  let windows = new Map<string, number>();
  let windowEnds = -Infinity;
  return {
    /** Counts one call. @returns the seconds to wait when it is over the limit, else `undefined` */
    count(userId: string): number | undefined {
      if (!enabled) return undefined;
      const now = monotonic();
      if (now >= windowEnds) {
        windows = new Map();
        windowEnds = now + windowMs;
      }
      const calls = (windows.get(userId) ?? 0) + 1;
      windows.set(userId, calls);
      return calls > callsAMinute ? (windowEnds - now) / 1000 : undefined;
    },
  };
}
