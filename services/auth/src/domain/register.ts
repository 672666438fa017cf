import { createHash } from 'node:crypto';
import { DuplicateKeyError, newId } from '@lectern/document-store';
import { DomainError, outboxOf } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { UserDocument, WaitingRegistration } from '../store.ts';
import { mailLink } from './linkMails.ts';
import { takeMailing } from './mailings.ts';
import {
  addressBusy,
  changeRounds,
  mostRegistrations,
  registrationMs,
  secretHashOf,
  stillWaiting,
  waitingFor,
} from './waitingRegistrations.ts';

/** The input of a registration. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** The request's `Idempotency-Key`. The browser stores it, and it identifies the browser later. */
  secret?: string | undefined;
}

/** Returns the owner under which a registration's idempotent answer is stored, because nobody is signed in yet. */
export const registrantOf = (email: string): string => `address:${createHash('sha256').update(email).digest('base64url')}`;

const emailTaken = () => new DomainError('conflict', 'An account with this email already exists. Please sign in.');
const tooManyRegistrations = () =>
  new DomainError('rate_limited', 'Too many registrations for this address. Please try again later.', {
    retryAfterSeconds: registrationMs / 1_000,
  });

const waitingRegistration = ({ firstName, lastName, secret }: Registration, passwordHash: string, now: Date): WaitingRegistration => ({
  _id: newId(() => now.getTime()),
  firstName,
  lastName,
  passwordHash,
  ...(secret !== undefined && { secretHash: secretHashOf(secret) }),
  createdAt: now.toISOString(),
});

/** Stores the waiting registrations of an address; `undefined` after a concurrent change. */
const storeWaiting = async (
  { store: { users }, registrationBound }: AuthContext,
  email: string,
  known: UserDocument | undefined,
  waiting: WaitingRegistration[],
  now: Date,
): Promise<UserDocument | undefined> => {
  const expiresAt = new Date(now.getTime() + registrationMs).toISOString();
  // All registrations of an address expire together, so a new one extends the others.
  const fields = { firstName: '', lastName: '', passwordHash: '', waiting, version: (known?.version ?? 0) + 1, expiresAt };
  if (known) return users.update(known._id, { set: fields }, stillWaiting(known));
  await registrationBound.take();
  try {
    return await users.insert({
      _id: newId(() => now.getTime()),
      email,
      ...fields,
      isVerified: false,
      isDeleted: false,
      createdAt: now.toISOString(),
      ...outboxOf([], now),
    });
  } catch (error) {
    if (error instanceof DuplicateKeyError) return undefined;
    throw error;
  }
};

/**
 * Registers an account, and mails the link that verifies the address. Several registrations may wait for one address, each with its own names,
 * password and link. None replaces another, so nobody can set their password for a stranger's address.
 *
 * @throws DomainError `conflict` for a verified address
 */
export async function register(auth: AuthContext, registration: Registration): Promise<{ email: string }> {
  const { store, hashing, clock } = auth;
  const { email, password } = registration;
  const addressOwner = () => store.users.findOne('byEmail', { email });
  if ((await addressOwner())?.isVerified) throw emailTaken();
  // Checked before one of the address's five mails is counted.
  hashing.expectRoom();
  await takeMailing(auth, 'verify', email, { exemptFromMinute: true });
  let hashed: { like: string | undefined; passwordHash: string } | undefined;
  for (let round = 0; round < changeRounds; round++) {
    const known = await addressOwner();
    if (known?.isVerified) throw emailTaken();
    const now = clock();
    const waiting = waitingFor(known, now);
    if (waiting.length >= mostRegistrations) throw tooManyRegistrations();
    const like = waiting[0]?.passwordHash;
    if (!hashed || hashed.like !== like) hashed = { like, passwordHash: await hashing.other.hash(password, like) };
    const added = waitingRegistration(registration, hashed.passwordHash, now);
    const account = await storeWaiting(auth, email, known, [...waiting, added], now);
    if (!account) continue;
    await mailLink(auth, 'verify', account, added._id);
    return { email };
  }
  throw addressBusy();
}
