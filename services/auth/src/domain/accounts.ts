import { User } from '@lectern/contracts';
import { DomainError, pick } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { Addressee } from '../mail/mailContents.ts';
import type { UserDocument } from '../store.ts';
import { endSession, isSessionLive } from './sessions.ts';

export const asUser = (account: UserDocument): User => pick(User, account);

/** Returns the account, unless it was deleted. @throws DomainError `session_ended` */
export async function presentAccount({ store }: AuthContext, userId: string): Promise<UserDocument> {
  const user = await store.users.get(userId);
  if (!user || user.isDeleted) throw new DomainError('session_ended', 'Please sign in.');
  return user;
}

/** Returns the signed-in user. @throws DomainError `session_ended` */
export async function getUser(auth: AuthContext, userId: string, sessionId: string | undefined): Promise<User> {
  if (!(await isSessionLive(auth, userId, sessionId)))
    throw new DomainError('session_ended', 'Your session has ended. Please sign in again.');
  return asUser(await presentAccount(auth, userId));
}

/** @throws DomainError `session_ended` for a deleted account */
export async function updateProfile({ store }: AuthContext, userId: string, names: { firstName: string; lastName: string }): Promise<User> {
  const user = await store.users.update(userId, { set: names }, { equals: { isDeleted: false } });
  if (!user) throw new DomainError('session_ended', 'Please sign in.');
  return asUser(user);
}

export async function logout(auth: AuthContext, userId: string, sessionId: string | undefined): Promise<void> {
  if (sessionId) await endSession(auth, userId, sessionId);
}

/** Returns the addressee of mails to an existing account. Before verification a stranger may have chosen the name, so the greeting omits it. */
export async function addresseeOf({ store }: AuthContext, userId: string): Promise<Addressee | undefined> {
  const user = await store.users.get(userId);
  return user && !user.isDeleted ? { email: user.email, firstName: user.isVerified ? user.firstName : '' } : undefined;
}
