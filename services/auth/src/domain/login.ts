import type { User } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { UserDocument, WaitingRegistration } from '../store.ts';
import { asUser } from './accounts.ts';
import { takeAttempt } from './attempts.ts';
import { isNetworkKnown } from './knownNetworks.ts';
import { beginLogin, uncountOnError } from './loginGuard.ts';
import { startSession, wrongCredentials } from './startSession.ts';
import { waitingFor, withSamePassword } from './waitingRegistrations.ts';

/** The maximum number of sign-ins of an account in 15 minutes. Each creates a session for 30 days. */
const signInsMax = 100;

/** Returns the user of a waiting registration, as seen by its registrant. */
const asWaitingUser = (account: UserDocument, { firstName, lastName }: WaitingRegistration): User =>
  asUser({ ...account, firstName, lastName, isVerified: false });

/** Finds the account or waiting registration with this password. */
const userWith = async (
  { hashing, clock }: AuthContext,
  account: UserDocument | undefined,
  password: string,
): Promise<User | undefined> => {
  const waiting = waitingFor(account, clock());
  if (account && waiting.length > 0) {
    const own = await withSamePassword(waiting, password, hashing.signIn);
    return own && asWaitingUser(account, own);
  }
  const passwordHash = account?.isVerified ? account.passwordHash : undefined;
  return (await hashing.signIn.fits(password, passwordHash)) && account ? asUser(account) : undefined;
};

/** Signs in; an unverified account gets no token. @throws DomainError `wrong_credentials`, `rate_limited` */
export async function login(
  auth: AuthContext,
  { email, password }: { email: string; password: string },
  clientAddress: string,
): Promise<{ token: string | null; user: User }> {
  const account = await auth.store.users.findOne('byEmail', { email });
  const isKnownHere = async () => account?.isVerified === true && (await isNetworkKnown(auth, account._id, clientAddress));
  const attempt = await beginLogin(auth, email, clientAddress, isKnownHere);
  const user = await uncountOnError(attempt, () => userWith(auth, account, password));
  if (!account || !user) throw attempt.refusal ?? wrongCredentials();
  await attempt.takeBack();
  if (!user.isVerified) return { token: null, user };
  const wait = await takeAttempt(auth, `sign-ins ${user._id}`, signInsMax);
  if (wait !== undefined)
    throw new DomainError('rate_limited', 'Too many sign-ins to this account. Please wait a few minutes and try again.', {
      retryAfterSeconds: wait,
    });
  return { token: await startSession(auth, account, clientAddress), user };
}
