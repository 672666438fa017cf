import { DomainError, type DeletedAccounts } from '@lectern/service-kit';
import type { UserDocument, Users } from '../store.ts';
import type { KnownNetworks } from './createKnownNetworks.ts';
import type { Sessions } from './createSessions.ts';

export interface SessionStartDependencies {
  users: Users;
  sessions: Sessions;
  knownNetworks: KnownNetworks;
  deletedAccounts: DeletedAccounts;
}

export const wrongCredentials = () => new DomainError('wrong_credentials', 'Invalid email or password.');

/** Starts a session for an account whose password or link was just checked. @returns its token */
export type StartSession = (account: UserDocument, clientAddress: string) => Promise<string>;

/**
 * A change of the password ends existing sessions, so the account is read again after the session was created: a sign-in in flight must not leave a
 * session of the old password. An account that was deleted meanwhile gets no session.
 */
export const createSessionStart =
  ({ users, sessions, knownNetworks, deletedAccounts }: SessionStartDependencies): StartSession =>
  async ({ _id: userId, passwordHash }, clientAddress) => {
    const { token, sessionId } = await sessions.start(userId);
    await knownNetworks.remember(userId, clientAddress);
    if (await deletedAccounts.has(userId)) {
      await sessions.endAll(userId);
      await knownNetworks.erase(userId);
      throw new DomainError('unauthenticated', 'This account was deleted.');
    }
    if ((await users.get(userId))?.passwordHash === passwordHash) return token;
    await sessions.endOne(userId, sessionId);
    throw wrongCredentials();
  };
