import { DomainError } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { UserDocument } from '../store.ts';
import { forgetNetworks, rememberNetwork } from './knownNetworks.ts';
import { beginSession, endSession, endSessions } from './sessions.ts';

export const wrongCredentials = () => new DomainError('wrong_credentials', 'Invalid email or password.');

/**
 * Starts a session for an account whose password or link was just checked. A change of the password ends existing sessions, so the account is read
 * again after the session is created: a concurrent sign-in must not leave a session with the old password. An account that was deleted since
 * gets no session.
 *
 * @returns the session's token
 */
export async function startSession(auth: AuthContext, { _id: userId, passwordHash }: UserDocument, clientAddress: string): Promise<string> {
  const { token, sessionId } = await beginSession(auth, userId);
  await rememberNetwork(auth, userId, clientAddress);
  if (await auth.deletedAccounts.has(userId)) {
    await endSessions(auth, userId);
    await forgetNetworks(auth, userId);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  }
  if ((await auth.store.users.get(userId))?.passwordHash === passwordHash) return token;
  await endSession(auth, userId, sessionId);
  throw wrongCredentials();
}
