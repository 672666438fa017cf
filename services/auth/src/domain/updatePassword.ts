import { DomainError } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { UserDocument } from '../store.ts';
import { presentAccount } from './accounts.ts';
import { giveBackAttempt, takeAttempt } from './attempts.ts';
import { endLinks } from './links.ts';
import { uncountOnError } from './loginGuard.ts';
import { passwordWrite } from './passwordWrite.ts';
import { endSessions } from './sessions.ts';

/** The maximum number of wrong current passwords in 15 minutes. */
const wrongPasswordsMax = 10;

/** @throws DomainError `wrong_password`, `rate_limited` after ten wrong ones in 15 minutes */
const checkCurrentPassword = async (
  auth: AuthContext,
  { _id: userId, passwordHash }: UserDocument,
  currentPassword: string,
): Promise<void> => {
  const tries = `current password ${userId}`;
  const wait = await takeAttempt(auth, tries, wrongPasswordsMax);
  if (wait !== undefined)
    throw new DomainError('rate_limited', 'Too many wrong passwords. Please wait a few minutes and try again.', {
      retryAfterSeconds: wait,
    });
  const attempt = { takeBack: () => giveBackAttempt(auth, tries) };
  if (!(await uncountOnError(attempt, () => auth.hashing.other.fits(currentPassword, passwordHash))))
    throw new DomainError('wrong_password', 'Your current password is wrong.');
  await attempt.takeBack();
};

/** Changes the password. All other sessions and all mailed links end. @throws DomainError `wrong_password`, `conflict`, `rate_limited` */
export async function updatePassword(
  auth: AuthContext,
  userId: string,
  sessionId: string | undefined,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const user = await presentAccount(auth, userId);
  await checkCurrentPassword(auth, user, currentPassword);
  const newHash = await auth.hashing.other.hash(newPassword);
  await endSessions(auth, userId, sessionId);
  const change = await passwordWrite(auth, newHash, 'password-changed', user.email);
  if (!(await auth.store.users.update(userId, change, { equals: { passwordHash: user.passwordHash } })))
    throw new DomainError('conflict', 'The password was changed elsewhere. Please try again.');
  await endLinks(auth, userId);
  await endSessions(auth, userId, sessionId);
  auth.flushOutboxes();
}
