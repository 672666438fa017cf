import { createHash } from 'node:crypto';
import { DomainError } from '@lectern/service-kit';
import type { UserDocument, WaitingRegistration } from '../store.ts';
import type { Passwords } from './passwords.ts';

/** How long registrations wait after the newest link to their address: the validity of the link, in milliseconds. */
export const registrationMs = 24 * 60 * 60 * 1000;
/** The maximum number of waiting registrations per address: the number of its mails in that time, five an hour. */
export const mostRegistrations = 120;

/**
 * Returns the registrations that wait for an address, oldest first; none if it is verified or they have expired. They expire together, because the
 * link of the last one would verify it without a password or secret.
 */
export function waitingFor(account: UserDocument | undefined, now: Date): readonly WaitingRegistration[] {
  if (!account || account.isVerified || account.isDeleted) return [];
  if (account.expiresAt !== undefined && account.expiresAt <= now.toISOString()) return [];
  if (account.waiting) return account.waiting;
  // Documents of earlier versions have one registration: the account itself.
  const { _id, firstName, lastName, passwordHash, createdAt } = account;
  return [{ _id, firstName, lastName, passwordHash, createdAt }];
}

/** Returns whether all have the same password. Their hashes share a salt, so that equal passwords have equal hashes. */
export const haveOnePassword = (waiting: readonly WaitingRegistration[]): boolean =>
  waiting.every(({ passwordHash }) => passwordHash === waiting[0]?.passwordHash);

/** Returns the newest registration with this password. */
export const withSamePassword = async (
  waiting: readonly WaitingRegistration[],
  password: string,
  { hash }: Pick<Passwords, 'hash'>,
): Promise<WaitingRegistration | undefined> => {
  const passwordHash = await hash(password, waiting[0]?.passwordHash);
  return waiting.findLast((each) => each.passwordHash === passwordHash);
};

/** A guard for adding or verifying a registration: the address is unverified and unchanged since it was read. */
export const stillWaiting = ({ version }: UserDocument) => ({
  equals: { isVerified: false, isDeleted: false, version: version ?? null },
});

/** The maximum number of attempts after concurrent changes of the address. */
export const changeRounds = 10;

/** The error after too many concurrent changes. */
export const addressBusy = () =>
  new DomainError('unavailable', 'This address is being registered right now. Please try again.', { retryAfterSeconds: 1 });

/** Returns the common name of the registrations; empty if names differ, because the owner's is unknown. */
export const commonNames = (waiting: readonly WaitingRegistration[]): { firstName: string; lastName: string } => {
  const { firstName = '', lastName = '' } = waiting[0] ?? {};
  const isCommon = waiting.every((each) => each.firstName === firstName && each.lastName === lastName);
  return isCommon ? { firstName, lastName } : { firstName: '', lastName: '' };
};

/**
 * Returns the stored form of a browser's secret. The site's secrets are random, so a fast hash is sufficient. A guessed one is useless without a
 * mailed link, and with it only selects a registration.
 */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
