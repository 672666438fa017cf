import { createHash } from 'node:crypto';
import { DomainError } from '@lectern/service-kit';
import type { UserDocument, WaitingRegistration } from '../store.ts';
import type { Passwords } from './passwords.ts';

/** How long registrations wait after the newest link to their address: as long as it is valid. Milliseconds. */
export const registrationMs = 24 * 60 * 60 * 1000;
/** The most registrations that wait for one address: as many as its mails allow in that time, five an hour. */
export const mostRegistrations = 120;

/**
 * The registrations that wait for an address, oldest first; none when it is verified or they have expired. They expire together: if one were left
 * alone, its link would verify it without a password or secret.
 */
export function waitingFor(account: UserDocument | undefined, now: Date): readonly WaitingRegistration[] {
  if (!account || account.isVerified || account.isDeleted) return [];
  if (account.expiresAt !== undefined && account.expiresAt <= now.toISOString()) return [];
  if (account.waiting) return account.waiting;
  // Documents of earlier versions have one registration: the account itself.
  const { _id, firstName, lastName, passwordHash, createdAt } = account;
  return [{ _id, firstName, lastName, passwordHash, createdAt }];
}

/** Whether all have the same password. Their hashes share a salt, so that equal passwords have equal hashes. */
export const haveOnePassword = (waiting: readonly WaitingRegistration[]): boolean =>
  waiting.every(({ passwordHash }) => passwordHash === waiting[0]?.passwordHash);

/** The newest registration with this password. */
export const withSamePassword = async (
  waiting: readonly WaitingRegistration[],
  password: string,
  { hash }: Pick<Passwords, 'hash'>,
): Promise<WaitingRegistration | undefined> => {
  const passwordHash = await hash(password, waiting[0]?.passwordHash);
  return waiting.findLast((each) => each.passwordHash === passwordHash);
};

/** Guard for adding a registration or verifying one: the address is unverified and unchanged since it was read. */
export const stillWaiting = ({ version }: UserDocument) => ({
  equals: { isVerified: false, isDeleted: false, version: version ?? null },
});

/** How often a change is tried again after concurrent changes of the address. */
export const changeRounds = 10;

/** The error after too many concurrent changes. */
export const addressBusy = () =>
  new DomainError('unavailable', 'This address is being registered right now. Please try again.', { retryAfterSeconds: 1 });

/** The common name of the registrations; empty where names differ, since the owner's is unknown. */
export const commonNames = (waiting: readonly WaitingRegistration[]): { firstName: string; lastName: string } => {
  const { firstName = '', lastName = '' } = waiting[0] ?? {};
  const isCommon = waiting.every((each) => each.firstName === firstName && each.lastName === lastName);
  return isCommon ? { firstName, lastName } : { firstName: '', lastName: '' };
};

/**
 * The stored form of a browser's secret. Secrets of the site are random, so a fast hash is enough. A guessed one has no use without a mailed
 * link, and with it only selects a registration.
 */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
