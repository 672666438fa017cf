import type { User } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { LinkDocument, UserDocument, WaitingRegistration } from '../store.ts';
import { asUser } from './accounts.ts';
import { countTry, endLinks, findLink, invalidLink, uncountTry } from './links.ts';
import { startSession } from './startSession.ts';
import {
  addressBusy,
  changeRounds,
  haveOnePassword,
  secretHashOf,
  stillWaiting,
  waitingFor,
  withSamePassword,
} from './waitingRegistrations.ts';

/** Proves which registration belongs to the person who opened a link. Without a proof, all waiting registrations must have the same password. */
export type RegistrationClaim = { password: string } | { secret: string } | undefined;

type Waiting = readonly WaitingRegistration[];

/** Returns the registration of the browser's secret. Without a secret, returns that of the link if all registrations have the same password. */
const claimedWithoutPassword = (waiting: Waiting, link: LinkDocument, claim: { secret: string } | undefined) => {
  if (claim) return waiting.findLast((each) => each.secretHash === secretHashOf(claim.secret));
  return haveOnePassword(waiting) ? (waiting.find(({ _id }) => _id === link.registrationId) ?? waiting[0]) : undefined;
};

/** Returns the registration that an opened link verifies. @throws DomainError `password_needed`, `wrong_password` */
const claimed = async (
  { hashing }: AuthContext,
  waiting: Waiting,
  link: LinkDocument,
  claim: RegistrationClaim,
): Promise<WaitingRegistration> => {
  if (claim && 'password' in claim) {
    const own = await withSamePassword(waiting, claim.password, hashing.other);
    if (!own) throw new DomainError('wrong_password', 'This is not the password you registered with.');
    return own;
  }
  const own = claimedWithoutPassword(waiting, link, claim);
  if (!own) throw new DomainError('password_needed', 'Please enter the password you registered with.');
  return own;
};

const verify = (
  { store }: AuthContext,
  account: UserDocument,
  { firstName, lastName, passwordHash }: WaitingRegistration,
): Promise<UserDocument | undefined> =>
  store.users.update(
    account._id,
    { set: { firstName, lastName, passwordHash, isVerified: true }, unset: ['waiting', 'version', 'expiresAt'] },
    stillWaiting(account),
  );

/**
 * Verifies the address and one registration with a mailed link. The other registrations are dropped in the same write. If their passwords differ, the
 * link alone does not identify the right one: it may be the link of a stranger's registration.
 *
 * @throws DomainError `link_invalid`, `password_needed`, `wrong_password`
 */
export async function verifyEmail(
  auth: AuthContext,
  token: string,
  claim: RegistrationClaim,
  clientAddress: string,
): Promise<{ token: string; user: User }> {
  const link = await findLink(auth, 'verify', token);
  const isPasswordTried = claim !== undefined && 'password' in claim;
  if (isPasswordTried) await countTry(auth, 'verify', token);
  const isWrongPassword = (error: unknown) => error instanceof DomainError && error.code === 'wrong_password';
  for (let round = 0; round < changeRounds; round++) {
    const account = await auth.store.users.get(link.userId);
    const waiting = waitingFor(account, auth.clock());
    if (!account || waiting.length === 0) throw invalidLink('verify');
    const own = await claimed(auth, waiting, link, claim).catch(async (error: unknown) => {
      if (isPasswordTried && !isWrongPassword(error)) await uncountTry(auth, token);
      throw error;
    });
    const user = await verify(auth, account, own);
    // The address was concurrently registered or verified: try again.
    if (!user) continue;
    await endLinks(auth, user._id);
    return { token: await startSession(auth, user, clientAddress), user: asUser(user) };
  }
  throw addressBusy();
}
