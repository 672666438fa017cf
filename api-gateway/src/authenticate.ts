import { DomainError, type Identity } from '@lectern/service-kit';
import type { GatewayContext } from './GatewayContext.ts';
import type { RequestRoute } from './routing.ts';

/** @throws DomainError `rate_limited` if there is a time to wait */
const allowed = (session: Identity, waitSeconds: number | undefined): Identity => {
  if (waitSeconds === undefined) return session;
  throw new DomainError('rate_limited', 'Too many requests. Please wait a moment.', { retryAfterSeconds: waitSeconds });
};

/**
 * Authenticates a call, and limits the calls of each learner.
 *
 * @param token - the request's `x-auth-token`
 * @returns the learner; empty for a public call. A promise if the gateway first has to request further calls for this learner
 * @throws DomainError `session_ended` without a valid session, `unavailable` while the ended sessions cannot be read from auth,
 * `rate_limited` after 600 calls in a minute
 */
export function authenticate(
  { tokens, feed, learnerLimiter }: GatewayContext,
  { call }: RequestRoute,
  token: string | undefined,
): Identity | Promise<Identity> {
  // A call that the contract lacks is newer than this gateway, and needs a session.
  if (call?.isPublic) return {};
  const session = tokens.verify(token);
  if (!session) throw new DomainError('session_ended', 'Please sign in.');
  if (!feed.isCurrent())
    throw new DomainError('unavailable', 'We cannot check your session right now. Please try again.', { retryAfterSeconds: 2 });
  if (feed.isEnded(session.sessionId)) throw new DomainError('session_ended', 'Your session has ended. Please sign in again.');
  const wait = learnerLimiter.count(session.userId);
  return wait instanceof Promise ? wait.then((seconds) => allowed(session, seconds)) : allowed(session, wait);
}
