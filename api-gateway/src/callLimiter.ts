/** Calls that one learner may make in a minute (contract section 2, "Rates"). */
const callsAMinute = 600;
const windowMs = 60_000;

/** Counts calls by learner in windows of a minute, taken by milliseconds that only ever grow. */
export function createCallLimiter(monotonic: () => number, enabled: boolean) {
  let windows = new Map<string, number>();
  let windowEnds = -Infinity;
  return {
    /** Counts one call; answers the seconds to wait when it is one too many. */
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
