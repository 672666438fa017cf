import { createHash } from 'node:crypto';
import { serviceNames, User } from '@lectern/contracts';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import {
  currentRequest,
  DomainError,
  eventEntry,
  outboxOf,
  pick,
  type DeletedAccounts,
  type Idempotency,
  type OutboxEntry,
} from '@lectern/service-kit';
import type { MailRequest, MailQueue } from '../mail/createMailQueue.ts';
import type { Addressee } from '../mail/letters.ts';
import { usersCollection, type LinkDocument, type UserDocument, type WaitingRegistration } from '../store.ts';
import type { Attempts } from './createAttempts.ts';
import type { Hashing } from './createHashing.ts';
import type { KnownNetworks } from './createKnownNetworks.ts';
import { invalidLink, type LinkKind, type Links } from './createLinks.ts';
import type { LoginAttempt, LoginGuard } from './createLoginGuard.ts';
import type { Mailings } from './createMailings.ts';
import { createRegistrationBound } from './createRegistrationBound.ts';
import type { Sessions } from './createSessions.ts';
import { commonNames, haveOnePassword, mostRegistrations, registrationMs, secretHashOf, waitingFor } from './waitingRegistrations.ts';

export interface AccountsOptions {
  store: DocumentStore;
  sessions: Sessions;
  links: Links;
  loginGuard: LoginGuard;
  /** Absent while there are no limits. */
  attempts: Attempts | undefined;
  knownNetworks: KnownNetworks;
  mailings: Mailings;
  mailQueue: Pick<MailQueue, 'add' | 'erase'>;
  hashing: Hashing;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  clock: () => Date;
  /** Sends what the outboxes hold, now. */
  send: () => void;
}

/** What somebody registers with. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** The request's `Idempotency-Key`: the browser keeps it, to be known by it again. */
  secret?: string | undefined;
}

/** How whoever opens a mailed link shows which registration is theirs; with neither, there must be nothing to tell. */
export type RegistrationClaim = { password: string } | { secret: string } | undefined;

/** Wrong current passwords in 15 minutes. */
const wrongPasswords = 10;
/** Sign-ins of an account in 15 minutes: each leaves a session for 30 days. */
const signIns = 100;

const wrongCredentials = () => new DomainError('wrong_credentials', 'Invalid email or password.');

const asUser = (account: UserDocument): User => pick(User, account);

/** An address for which a registration waits, as its registrant sees it. */
const asWaitingUser = (account: UserDocument, { firstName, lastName }: WaitingRegistration): User =>
  asUser({ ...account, firstName, lastName, isVerified: false });

/** In whose name the first answer to a registration is kept for its `Idempotency-Key`: nobody is signed in yet. */
export const registrantOf = (email: string): string => `address:${createHash('sha256').update(email).digest('base64url')}`;

/** The request, in an account's outbox, to mail something. It holds up no event, nor does an event hold it up. */
const mailEntry = (request: MailRequest, now: Date): OutboxEntry => {
  const requestId = currentRequest()?.requestId;
  return {
    _id: newId(() => now.getTime()),
    kind: 'mail',
    to: 'mail',
    payload: JSON.stringify(request),
    ...(requestId !== undefined && { requestId }),
  };
};

/** Services that erase what they hold of a deleted account. */
const erasers = serviceNames.filter((name) => name !== 'auth');

/** Accounts: every rule of registration, sign-in, verification, passwords and deletion. */
export function createAccounts({
  store,
  sessions,
  links,
  loginGuard,
  attempts,
  knownNetworks,
  mailings,
  mailQueue,
  hashing,
  deletedAccounts,
  idempotency,
  clock,
  send,
}: AccountsOptions) {
  const users = store.collection(usersCollection);
  const byEmail = (email: string) => users.findOne('byEmail', { email });
  const bound = createRegistrationBound(() => users.count('byState', { isVerified: false }), clock);
  /** What an address must be like for registrations to be added to it, or one of them to be verified. */
  const stillWaiting = ({ version }: UserDocument) => ({ equals: { isVerified: false, isDeleted: false, version: version ?? null } });

  const present = async (userId: string): Promise<UserDocument> => {
    const user = await users.get(userId);
    if (!user || user.isDeleted) throw new DomainError('session_ended', 'Please sign in.');
    return user;
  };

  /** Whether a new password is told of: who was told a moment ago, or five times within the hour, knows. */
  const mayTell = async (kind: 'password-changed' | 'password-reset', email: string): Promise<boolean> => {
    try {
      return await mailings.take(kind, email);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'rate_limited') return false;
      throw error;
    }
  };

  /** A new password, with the request to tell of it in the same write. */
  const withPassword = async (passwordHash: string, kind: 'password-changed' | 'password-reset', email: string) => {
    const isTold = await mayTell(kind, email);
    const now = clock();
    return {
      set: { passwordHash, ...(isTold && { outboxSince: now.toISOString() }) },
      ...(isTold && {
        append: { outbox: mailEntry({ kind: 'password-changed', at: now.toISOString() }, now) },
        increment: { outboxCount: 1 },
      }),
    };
  };

  /**
   * Starts a session of an account as it was when its password, or a link to it, was checked. Whoever changes the password ends the sessions
   * that are there, so it is looked at once more when this one is: a sign-in that was under way must not outlive the password it was made
   * with. An account that was deleted in this very moment is left without a session, too.
   */
  const startSession = async ({ _id: userId, passwordHash }: UserDocument, clientAddress: string): Promise<string> => {
    const { token, sessionId } = await sessions.start(userId);
    await knownNetworks.remember(userId, clientAddress);
    if (await deletedAccounts.has(userId)) {
      await sessions.endAll(userId);
      await knownNetworks.erase(userId);
      throw new DomainError('unauthenticated', 'This account was deleted.');
    }
    if ((await users.get(userId))?.passwordHash === passwordHash) return token;
    await sessions.endOne(sessionId);
    throw wrongCredentials();
  };

  /** Makes a link and sends it; for an account that was deleted in this very moment nothing stays of it. */
  const mailLink = async (kind: LinkKind, user: UserDocument, registrationId?: string): Promise<void> => {
    await links.make(kind, user, registrationId);
    if (await deletedAccounts.has(user._id)) await links.endAll(user._id);
    send();
  };

  /** The registration with this password, the newest of several. */
  const withSamePassword = async (
    waiting: readonly WaitingRegistration[],
    password: string,
    hash: Hashing['other']['hash'],
  ): Promise<WaitingRegistration | undefined> => {
    const passwordHash = await hash(password, waiting[0]?.passwordHash);
    return waiting.findLast((each) => each.passwordHash === passwordHash);
  };

  /** Whose registration an opened link verifies. @throws DomainError `password_needed`, `wrong_password` */
  const claimed = async (waiting: readonly WaitingRegistration[], link: LinkDocument, claim: RegistrationClaim) => {
    if (claim && 'password' in claim) {
      const own = await withSamePassword(waiting, claim.password, hashing.other.hash);
      if (!own) throw new DomainError('wrong_password', 'This is not the password you registered with.');
      return own;
    }
    const own = claim
      ? waiting.findLast((each) => each.secretHash === secretHashOf(claim.secret))
      : haveOnePassword(waiting)
        ? (waiting.find(({ _id }) => _id === link.registrationId) ?? waiting[0])
        : undefined;
    if (!own) throw new DomainError('password_needed', 'Please enter the password you registered with.');
    return own;
  };

  /** Stores what waits for an address; `undefined` when somebody else has changed it meanwhile. */
  const addRegistration = async (
    email: string,
    known: UserDocument | undefined,
    waiting: WaitingRegistration[],
    now: Date,
  ): Promise<UserDocument | undefined> => {
    const expiresAt = new Date(now.getTime() + registrationMs).toISOString();
    // They end together, so the time of all of them begins anew.
    const fields = { firstName: '', lastName: '', passwordHash: '', waiting, version: (known?.version ?? 0) + 1, expiresAt };
    if (known) return users.update(known._id, { set: fields }, stillWaiting(known));
    await bound.take();
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

  /** Who signs in with this password: an account, or a registrant who has not verified the address yet. */
  const userWith = async (account: UserDocument | undefined, password: string): Promise<User | undefined> => {
    const waiting = waitingFor(account, clock());
    if (account && waiting.length > 0) {
      const own = await withSamePassword(waiting, password, hashing.signIn.hash);
      return own && asWaitingUser(account, own);
    }
    const passwordHash = account?.isVerified ? account.passwordHash : undefined;
    return (await hashing.signIn.fits(password, passwordHash)) && account ? asUser(account) : undefined;
  };

  /** Checks a password; when that fails by itself, such as in a full queue, nobody has tried a wrong one. */
  const withoutBlame = async <T>({ takeBack }: Pick<LoginAttempt, 'takeBack'>, check: () => Promise<T>): Promise<T> => {
    try {
      return await check();
    } catch (error) {
      await takeBack();
      throw error;
    }
  };

  /** Known address or not, the same is done before the answer: the request is kept. */
  const wantLink = (link: LinkKind, email: string): Promise<void> =>
    mailQueue.add({ id: newId(() => clock().getTime()), userId: undefined, request: { kind: 'link-wanted', link, email } });

  return {
    /**
     * Registers. Several may wait for one address, each with names, a password and a link of its own: none replaces another, so nobody
     * can put a password of theirs on a stranger's address.
     */
    async register({ firstName, lastName, email, password, secret }: Registration): Promise<{ email: string }> {
      const taken = () => new DomainError('conflict', 'An account with this email already exists. Please sign in.');
      if ((await byEmail(email))?.isVerified) throw taken();
      // Before one of the address's five mails is used up.
      hashing.expectRoom();
      await mailings.take('verify', email, { exemptFromMinute: true });
      let hashed: { like: string | undefined; passwordHash: string } | undefined;
      for (let round = 0; round < 10; round++) {
        const known = await byEmail(email);
        if (known?.isVerified) throw taken();
        const now = clock();
        const waiting = waitingFor(known, now);
        if (waiting.length >= mostRegistrations)
          throw new DomainError('rate_limited', 'Too many registrations of this address. Please try again later.', {
            retryAfterSeconds: registrationMs / 1000,
          });
        const like = waiting[0]?.passwordHash;
        if (!hashed || hashed.like !== like) hashed = { like, passwordHash: await hashing.other.hash(password, like) };
        const registration: WaitingRegistration = {
          _id: newId(() => now.getTime()),
          firstName,
          lastName,
          passwordHash: hashed.passwordHash,
          ...(secret !== undefined && { secretHash: secretHashOf(secret) }),
          createdAt: now.toISOString(),
        };
        const account = await addRegistration(email, known, [...waiting, registration], now);
        if (!account) continue;
        await mailLink('verify', account, registration._id);
        return { email };
      }
      throw new DomainError('unavailable', 'This address is being registered right now. Please try again.', { retryAfterSeconds: 1 });
    },

    /** Signs in; an unverified account gets no token. */
    async login(
      { email, password }: { email: string; password: string },
      clientAddress: string,
    ): Promise<{ token: string | null; user: User }> {
      const account = await byEmail(email);
      const attempt = await loginGuard.begin(
        email,
        clientAddress,
        async () => account?.isVerified === true && (await knownNetworks.has(account._id, clientAddress)),
      );
      const user = await withoutBlame(attempt, () => userWith(account, password));
      if (!account || !user) throw attempt.refusal ?? wrongCredentials();
      await attempt.takeBack();
      if (!user.isVerified) return { token: null, user };
      const wait = await attempts?.take(`sign-ins ${user._id}`, signIns);
      if (wait !== undefined)
        throw new DomainError('rate_limited', 'Too many sign-ins to this account. Please wait a few minutes and try again.', {
          retryAfterSeconds: wait,
        });
      return { token: await startSession(account, clientAddress), user };
    },

    async user(userId: string, sessionId: string | undefined): Promise<User> {
      if (!(await sessions.isLive(sessionId))) throw new DomainError('session_ended', 'Your session has ended. Please sign in again.');
      return asUser(await present(userId));
    },

    async resendVerification(email: string): Promise<void> {
      if (await mailings.take('verify', email)) await wantLink('verify', email);
    },

    /**
     * Verifies the address by a mailed link, and with it one registration; the others that wait are dropped in the same write. Where
     * their passwords differ, the link alone does not tell whose it is: it may have been mailed for a stranger's registration.
     * @throws DomainError `link_invalid`, `password_needed`, `wrong_password`
     */
    async verifyEmail(token: string, claim: RegistrationClaim, clientAddress: string): Promise<{ token: string; user: User }> {
      const link = await links.find('verify', token);
      if (claim && 'password' in claim) await links.countTry('verify', token);
      const isTry = (error: unknown) => error instanceof DomainError && error.code === 'wrong_password';
      for (let round = 0; round < 10; round++) {
        const account = await users.get(link.userId);
        const waiting = waitingFor(account, clock());
        if (!account || waiting.length === 0) throw invalidLink('verify');
        const own = await claimed(waiting, link, claim).catch(async (error: unknown) => {
          if (claim && 'password' in claim && !isTry(error)) await links.takeBackTry(token);
          throw error;
        });
        const { firstName, lastName, passwordHash } = own;
        const user = await users.update(
          account._id,
          { set: { firstName, lastName, passwordHash, isVerified: true }, unset: ['waiting', 'version', 'expiresAt'] },
          stillWaiting(account),
        );
        // Somebody has registered the address in this very moment, and counts, too; or it was verified.
        if (!user) continue;
        await links.endAll(user._id);
        return { token: await startSession(user, clientAddress), user: asUser(user) };
      }
      throw new DomainError('unavailable', 'This address is being registered right now. Please try again.', { retryAfterSeconds: 1 });
    },

    async forgotPassword(email: string): Promise<void> {
      if (await mailings.take('reset', email)) await wantLink('reset', email);
    },

    /** Makes and mails the link that was asked for under an address, if it has an account that has a use for it. */
    async mailWantedLink(kind: LinkKind, email: string): Promise<void> {
      const account = await byEmail(email);
      const now = clock();
      const waiting = waitingFor(account, now);
      if (!account || (waiting.length === 0 && (kind === 'verify' || !account.isVerified))) return;
      if (kind === 'reset') return mailLink(kind, account);
      // What waits goes on waiting as long as the new link works.
      const expiresAt = new Date(now.getTime() + registrationMs).toISOString();
      if (
        account.waiting &&
        !(await users.update(account._id, { set: { expiresAt } }, { equals: { isVerified: false, isDeleted: false } }))
      )
        return;
      await mailLink(kind, account, account.waiting ? waiting.at(-1)?._id : undefined);
    },

    /**
     * Sets a new password by a mailed link, which also shows that the address is theirs; every session ends, and what waited for the
     * address. The link is looked up before anything is hashed: junk costs no processor.
     */
    async resetPassword(token: string, password: string): Promise<void> {
      const link = await links.find('reset', token);
      const known = await users.get(link.userId);
      const waiting = waitingFor(known, clock());
      if (!known || !links.fits(link, known) || (!known.isVerified && waiting.length === 0)) throw invalidLink('reset');
      const newHash = await hashing.other.hash(password);
      await links.use('reset', token);
      // Before the change and after it: a crash in between must not leave somebody signed in who knew the old password.
      await sessions.endAll(known._id);
      const { set, ...change } = await withPassword(newHash, 'password-reset', known.email);
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

    async updateProfile(userId: string, names: { firstName: string; lastName: string }): Promise<User> {
      const user = await users.update(userId, { set: names }, { equals: { isDeleted: false } });
      if (!user) throw new DomainError('session_ended', 'Please sign in.');
      return asUser(user);
    },

    /** Changes the password; every other session and every mailed link ends. */
    async updatePassword(
      userId: string,
      sessionId: string | undefined,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      const user = await present(userId);
      const tries = `current password ${userId}`;
      const wait = await attempts?.take(tries, wrongPasswords);
      if (wait !== undefined)
        throw new DomainError('rate_limited', 'Too many wrong passwords. Please wait a few minutes and try again.', {
          retryAfterSeconds: wait,
        });
      const attempt = { takeBack: async () => attempts?.giveBack(tries) };
      if (!(await withoutBlame(attempt, () => hashing.other.fits(currentPassword, user.passwordHash))))
        throw new DomainError('wrong_password', 'The current password is not right.');
      await attempt.takeBack();
      const passwordHash = await hashing.other.hash(newPassword);
      await sessions.endAll(userId, sessionId);
      if (
        !(await users.update(userId, await withPassword(passwordHash, 'password-changed', user.email), {
          equals: { passwordHash: user.passwordHash },
        }))
      )
        throw new DomainError('conflict', 'The password was changed elsewhere. Please try again.');
      await links.endAll(userId);
      await sessions.endAll(userId, sessionId);
      send();
    },

    logout: async (sessionId: string | undefined): Promise<void> => {
      if (sessionId) await sessions.endOne(sessionId);
    },

    /**
     * Empties the account and asks every service to erase what it holds, and the last mail; the entries stand in the same write.
     * The mail's request is the one place that still knows the address, until it is carried out or given up after a day.
     */
    async deleteAccount(userId: string): Promise<void> {
      const user = await present(userId);
      const now = clock();
      const { email, firstName } = user;
      const entries = [
        mailEntry({ kind: 'account-deleted', email, firstName, at: now.toISOString() }, now),
        ...erasers.map((to) => eventEntry(to, { type: 'account.deleted', eventId: newId(() => now.getTime()), userId })),
      ];
      // First, while the address is known: the answer to a registration stands under it.
      await idempotency.erase(registrantOf(email));
      const emptied = {
        email: `deleted:${userId}`,
        firstName: '',
        lastName: '',
        passwordHash: '',
        isVerified: false,
        isDeleted: true,
        ...outboxOf(entries, now),
      };
      // Of two deletions at once the second finds nothing to do, so that there is one mail.
      await users.update(userId, { set: emptied }, { equals: { isDeleted: false } });
      await this.eraseOwn(userId);
      send();
    },

    /** Auth's own part of a deletion; done again before the tombstone goes, in case a crash came in between. */
    async eraseOwn(userId: string): Promise<void> {
      await deletedAccounts.add(userId);
      await sessions.endAll(userId);
      await links.endAll(userId);
      await knownNetworks.erase(userId);
      await mailQueue.erase(userId);
      await idempotency.erase(userId);
    },

    /** Erases the rest of a deleted account and its tombstone; of any other account there is nothing to finalizeDeletion. */
    async finalizeDeletion({ _id, isDeleted }: UserDocument): Promise<void> {
      if (!isDeleted) return;
      await this.eraseOwn(_id);
      await users.delete(_id, { equals: { isDeleted: true } });
    },

    /**
     * Where a mail to this account goes, while there is one. Before the address is verified a stranger may have chosen the name, so the
     * mail greets by none.
     */
    async addressee(userId: string): Promise<Addressee | undefined> {
      const user = await users.get(userId);
      return user && !user.isDeleted ? { email: user.email, firstName: user.isVerified ? user.firstName : '' } : undefined;
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
