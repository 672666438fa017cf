import { DomainError } from '@lectern/service-kit';
import type { UserDocument, Users } from '../store.ts';
import type { Attempts } from './createAttempts.ts';
import type { Hashing } from './createHashing.ts';
import type { Links } from './createLinks.ts';
import { uncountOnError } from './createLoginGuard.ts';
import type { PasswordWrite } from './createPasswordWrite.ts';
import type { Sessions } from './createSessions.ts';

export interface PasswordChangeDependencies {
  users: Users;
  /** The account, unless it was deleted. @throws DomainError `session_ended` */
  present: (userId: string) => Promise<UserDocument>;
  passwordWrite: PasswordWrite;
  sessions: Sessions;
  links: Links;
  /** Absent when limits are off. */
  attempts: Attempts | undefined;
  hashing: Hashing;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** Wrong current passwords in 15 minutes. */
const wrongPasswordsMax = 10;

/** New passwords of signed-in learners. */
export function createPasswordChange(dependencies: PasswordChangeDependencies) {
  const { users, present, passwordWrite, sessions, links, attempts, hashing, send } = dependencies;

  /** @throws DomainError `wrong_password`, `rate_limited` after ten wrong ones in 15 minutes */
  const checkCurrentPassword = async ({ _id: userId, passwordHash }: UserDocument, currentPassword: string): Promise<void> => {
    const tries = `current password ${userId}`;
    const wait = await attempts?.take(tries, wrongPasswordsMax);
    if (wait !== undefined)
      throw new DomainError('rate_limited', 'Too many wrong passwords. Please wait a few minutes and try again.', {
        retryAfterSeconds: wait,
      });
    const attempt = { takeBack: async () => attempts?.giveBack(tries) };
    if (!(await uncountOnError(attempt, () => hashing.other.fits(currentPassword, passwordHash))))
      throw new DomainError('wrong_password', 'Your current password is wrong.');
    await attempt.takeBack();
  };

  return {
    /** Changes the password. All other sessions and all mailed links end. @throws DomainError `wrong_password`, `conflict`, `rate_limited` */
    async updatePassword(
      userId: string,
      sessionId: string | undefined,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      const user = await present(userId);
      await checkCurrentPassword(user, currentPassword);
      const newHash = await hashing.other.hash(newPassword);
      await sessions.endAll(userId, sessionId);
      const change = await passwordWrite(newHash, 'password-changed', user.email);
      if (!(await users.update(userId, change, { equals: { passwordHash: user.passwordHash } })))
        throw new DomainError('conflict', 'The password was changed elsewhere. Please try again.');
      await links.endAll(userId);
      await sessions.endAll(userId, sessionId);
      send();
    },
  };
}
