import type { AuthContext } from '../AuthContext.ts';
import { endLinks, findLink, invalidLink, isLinkOfPassword, useLink } from './links.ts';
import { passwordWrite } from './passwordWrite.ts';
import { endSessions } from './sessions.ts';
import { commonNames, waitingFor } from './waitingRegistrations.ts';

/**
 * Sets a new password with a mailed link, which also verifies the address. All sessions and waiting registrations end. The link is checked before
 * the password is hashed, so that invalid links cost no hashing.
 *
 * @throws DomainError `link_invalid`
 */
export async function resetPassword(auth: AuthContext, token: string, password: string): Promise<void> {
  const { users } = auth.store;
  const link = await findLink(auth, 'reset', token);
  const known = await users.get(link.userId);
  const waiting = waitingFor(known, auth.clock());
  if (!known || !isLinkOfPassword(link, known) || (!known.isVerified && waiting.length === 0)) throw invalidLink('reset');
  const newHash = await auth.hashing.other.hash(password);
  await useLink(auth, 'reset', token);
  // Sessions end before and after the change, so that a crash in between leaves nobody signed in with the old password.
  await endSessions(auth, known._id);
  const { set, ...change } = await passwordWrite(auth, newHash, 'password-reset', known.email);
  const user = await users.update(
    known._id,
    {
      ...change,
      set: { ...set, isVerified: true, ...(!known.isVerified && commonNames(waiting)) },
      unset: ['waiting', 'version', 'expiresAt'],
    },
    { equals: { isDeleted: false, isVerified: known.isVerified, passwordHash: known.passwordHash } },
  );
  if (!user) throw invalidLink('reset');
  await endLinks(auth, user._id);
  await endSessions(auth, user._id);
  auth.flushOutboxes();
}
