import { createHash } from 'node:crypto';
import type { UserDocument, WaitingRegistration } from '../store.ts';

/** How long registrations wait after the newest link to their address was made: as long as that link works. */
export const registrationMs = 24 * 60 * 60 * 1000;
/** Registrations that wait for one address: as many as its mails allow in that time, five an hour. */
export const mostRegistrations = 120;

/**
 * The registrations that wait for an account's address, oldest first; none when it is verified or their time is over. They end together:
 * were a later one left alone, its password would be verified without a question.
 */
export function waitingFor(account: UserDocument | undefined, now: Date): readonly WaitingRegistration[] {
  if (!account || account.isVerified || account.isDeleted) return [];
  if (account.expiresAt !== undefined && account.expiresAt <= now.toISOString()) return [];
  if (account.waiting) return account.waiting;
  // Stored before registrations were told apart: the account itself is the one.
  const { _id, firstName, lastName, passwordHash, createdAt } = account;
  return [{ _id, firstName, lastName, passwordHash, createdAt }];
}

/** Whether they all have one password. Their hashes share a salt, so that equal passwords have equal hashes. */
export const haveOnePassword = (waiting: readonly WaitingRegistration[]): boolean =>
  waiting.every(({ passwordHash }) => passwordHash === waiting[0]?.passwordHash);

/** The name that all of them gave; where they differ nobody can tell whose name is the owner's, and there is none. */
export const commonNames = (waiting: readonly WaitingRegistration[]): { firstName: string; lastName: string } => {
  const { firstName = '', lastName = '' } = waiting[0] ?? {};
  const isCommon = waiting.every((each) => each.firstName === firstName && each.lastName === lastName);
  return isCommon ? { firstName, lastName } : { firstName: '', lastName: '' };
};

/**
 * How a browser's secret is stored. Ours are random, so a fast hash hides them; one that is not is worth nothing without a mailed link,
 * and with it only tells whose registration is meant.
 */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
