import type { Users } from '../store.ts';
import type { Hashing } from './createHashing.ts';
import { invalidLink, type Links } from './createLinks.ts';
import type { PasswordWrite } from './createPasswordWrite.ts';
import type { Sessions } from './createSessions.ts';
import { commonNames, waitingFor } from './waitingRegistrations.ts';

export interface PasswordResetDependencies {
  users: Users;
  passwordWrite: PasswordWrite;
  sessions: Sessions;
  links: Links;
  hashing: Hashing;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** New passwords by a mailed link. */
export function createPasswordReset({ users, passwordWrite, sessions, links, hashing, clock, send }: PasswordResetDependencies) {
  return {
    /**
     * Sets a new password by a mailed link, which also verifies the address. All sessions and waiting registrations end. The link is looked up
     * before the password is hashed, so that invalid links cost no hashing.
     * @throws DomainError `link_invalid`
     */
    async resetPassword(token: string, password: string): Promise<void> {
      const link = await links.find('reset', token);
      const known = await users.get(link.userId);
      const waiting = waitingFor(known, clock());
      if (!known || !links.fits(link, known) || (!known.isVerified && waiting.length === 0)) throw invalidLink('reset');
      const newHash = await hashing.other.hash(password);
      await links.use('reset', token);
      // Sessions end before and after the change, so that a crash in between leaves nobody signed in with the old password.
      await sessions.endAll(known._id);
      const { set, ...change } = await passwordWrite(newHash, 'password-reset', known.email);
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
      await links.endAll(user._id);
      await sessions.endAll(user._id);
      send();
    },
  };
}
