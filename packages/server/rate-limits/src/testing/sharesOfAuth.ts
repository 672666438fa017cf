import { rateLimits, type RateLimitName } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { AskShare } from '../ShareLimiter.ts';

/** The failure of a call whose answer came too late. */
const lateAnswer = () =>
  new DomainError('unavailable', 'A part of Lectern is not answering. Please try again.', {
    retryAfterSeconds: 2,
    cause: new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  });

/** What auth counts for all gateways, in memory. Late answers are lost after auth has counted. @param now - a monotonic clock, in milliseconds */
export function sharesOfAuth(now: () => number) {
  const counts = new Map<string, { count: number; endsAt: number }>();
  const state = { asked: 0, isAway: false, isLate: false };
  const ask: AskShare = async ({ limit, subject, used, wanted, ageMs }) => {
    state.asked += 1;
    if (state.isAway) throw new Error('auth does not answer');
    const key = `${limit} ${subject}`;
    const known = counts.get(key);
    const { count, endsAt } = known && known.endsAt > now() ? known : { count: 0, endsAt: now() + rateLimits[limit].windowMs - ageMs };
    const before = Math.max(0, count + used);
    const granted = Math.max(0, Math.min(wanted, rateLimits[limit].most - before));
    counts.set(key, { count: before + granted, endsAt });
    if (state.isLate) throw lateAnswer();
    return { granted, taken: before + granted, resetInMs: endsAt - now() };
  };
  return { ask, state, taken: (limit: RateLimitName, subject: string) => counts.get(`${limit} ${subject}`)?.count ?? 0 };
}
