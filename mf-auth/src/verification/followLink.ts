import { calls, type ErrorCode, type User } from '@lectern/contracts';
import { ApiError, call } from '@lectern/platform';
import { isWaiting, keptRegistration } from '../shared/keptRegistration';

/** The session that a successful verification returns. */
export interface Verified {
  token: string;
  user: User;
}

export const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

/**
 * Verifies the address through the mailed link. If the address was registered several times, the secret identifies this browser's
 * registration. If this registration was rejected or has expired, the first call already sends the secret, because the link alone might
 * verify someone else's registration.
 */
const verifyByLink = async (token: string): Promise<Verified> => {
  const kept = keptRegistration();
  const sendSecret = (secret: string) => call(calls.verifyRegistration, { path: { token }, body: { secret } });
  if (kept && !isWaiting(kept)) return sendSecret(kept.secret);
  try {
    return await call(calls.verifyEmail, { path: { token } });
  } catch (error) {
    if (kept && hasCode(error, 'password_needed')) return sendSecret(kept.secret);
    throw error;
  }
};

const running = new Map<string, Promise<Verified>>();

/**
 * Follows a mailed link. A link works only once, so concurrent calls share one request. After a failure the next call tries again.
 *
 * @throws ApiError
 */
export const followLink = async (token: string): Promise<Verified> => {
  const work = running.get(token) ?? verifyByLink(token);
  running.set(token, work);
  try {
    return await work;
  } catch (error) {
    running.delete(token);
    throw error;
  }
};
