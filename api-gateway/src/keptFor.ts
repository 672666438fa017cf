/**
 * Caches one answer for `ms` milliseconds of a monotonic clock. Concurrent callers share one request. Failures are not cached.
 */
export const keptFor = <T>(ms: number, monotonic: () => number, ask: () => Promise<T>): (() => Promise<T>) => {
  let known: { askedAt: number; answer: Promise<T> } | undefined;
  return () => {
    const now = monotonic();
    if (known && now - known.askedAt < ms) return known.answer;
    const asked = { askedAt: now, answer: ask() };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.answer;
  };
};
