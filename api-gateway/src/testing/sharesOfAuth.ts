import { rateLimits, type RateLimitName } from '@lectern/contracts';
import type { AskShare } from '../createShareLimiter.ts';

/** What auth counts for all gateways, in memory. @param now - a monotonic clock, in milliseconds */
export function sharesOfAuth(now: () => number) {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const state = { asked: 0, isAway: false };
  const ask: AskShare = async ({ limit, subject, used, wanted, ageMs }) => {
    state.asked += 1;
    if (state.isAway) throw new Error('auth does not answer');
    const key = `${limit} ${subject}`;
    const known = counts.get(key);
    const { count, endsAt } = known && known.endsAt > now() ? known : { count: 0, endsAt: now() + rateLimits[limit].windowMs - ageMs };
    const before = Math.max(0, count + used);
    const granted = Math.max(0, Math.min(wanted, rateLimits[limit].most - before));
    counts.set(key, { count: before + granted, endsAt });
    return { granted, taken: before + granted, resetInMs: endsAt - now() };
  };
  return { ask, state, taken: (limit: RateLimitName, subject: string) => counts.get(`${limit} ${subject}`)?.count ?? 0 };
}
