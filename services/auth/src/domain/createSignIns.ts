import type { User } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { UserDocument, Users, WaitingRegistration } from '../store.ts';
import { asUser } from './asUser.ts';
import type { Attempts } from './createAttempts.ts';
import type { Hashing } from './createHashing.ts';
import type { KnownNetworks } from './createKnownNetworks.ts';
import { uncountOnError, type LoginGuard } from './createLoginGuard.ts';
import { wrongCredentials, type StartSession } from './createSessionStart.ts';
import { waitingFor, withSamePassword } from './waitingRegistrations.ts';

export interface SignInsDependencies {
  users: Users;
  loginGuard: LoginGuard;
  /** Absent when limits are off. */
  attempts: Attempts | undefined;
  knownNetworks: KnownNetworks;
  hashing: Hashing;
  startSession: StartSession;
  clock: () => Date;
}

/** Sign-ins of an account in 15 minutes. Each creates a session for 30 days. */
const signInsMax = 100;

/** The user of a waiting registration, as its registrant sees it. */
const asWaitingUser = (account: UserDocument, { firstName, lastName }: WaitingRegistration): User =>
  asUser({ ...account, firstName, lastName, isVerified: false });

/** Sign-ins by address and password. */
export function createSignIns({ users, loginGuard, attempts, knownNetworks, hashing, startSession, clock }: SignInsDependencies) {
  /** The account or waiting registration with this password. */
  const userWith = async (account: UserDocument | undefined, password: string): Promise<User | undefined> => {
    const waiting = waitingFor(account, clock());
    if (account && waiting.length > 0) {
      const own = await withSamePassword(waiting, password, hashing.signIn);
      return own && asWaitingUser(account, own);
    }
    const passwordHash = account?.isVerified ? account.passwordHash : undefined;
    return (await hashing.signIn.fits(password, passwordHash)) && account ? asUser(account) : undefined;
  };

  return {
    /** Signs in; an unverified account gets no token. @throws DomainError `wrong_credentials`, `rate_limited` */
    async login(
      { email, password }: { email: string; password: string },
      clientAddress: string,
    ): Promise<{ token: string | null; user: User }> {
      const account = await users.findOne('byEmail', { email });
      const isKnownHere = async () => account?.isVerified === true && (await knownNetworks.has(account._id, clientAddress));
      const attempt = await loginGuard.begin(email, clientAddress, isKnownHere);
      const user = await uncountOnError(attempt, () => userWith(account, password));
      if (!account || !user) throw attempt.refusal ?? wrongCredentials();
      await attempt.takeBack();
      if (!user.isVerified) return { token: null, user };
      const wait = await attempts?.take(`sign-ins ${user._id}`, signInsMax);
      if (wait !== undefined)
        throw new DomainError('rate_limited', 'Too many sign-ins to this account. Please wait a few minutes and try again.', {
          retryAfterSeconds: wait,
        });
      return { token: await startSession(account, clientAddress), user };
    },
  };
}
