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
import type { MailQueue } from '../mail/createMailQueue.ts';
import type { MailRequest } from '../mail/MailRequest.ts';
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
  /** Absent when limits are off. */
  attempts: Attempts | undefined;
  knownNetworks: KnownNetworks;
  mailings: Mailings;
  mailQueue: Pick<MailQueue, 'add' | 'erase'>;
  hashing: Hashing;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** The input of a registration. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  /** The request's `Idempotency-Key`. The browser keeps it and is recognised by it later. */
  secret?: string | undefined;
}

/** Proves which registration belongs to the person who opened a link. Without a proof, all waiting registrations must have the same password. */
export type RegistrationClaim = { password: string } | { secret: string } | undefined;

/** Wrong current passwords in 15 minutes. */
const wrongPasswords = 10;
/** Sign-ins of an account in 15 minutes. Each creates a session for 30 days. */
const signIns = 100;

const wrongCredentials = () => new DomainError('wrong_credentials', 'Invalid email or password.');

const asUser = (account: UserDocument): User => pick(User, account);

/** The user of a waiting registration, as its registrant sees it. */
const asWaitingUser = (account: UserDocument, { firstName, lastName }: WaitingRegistration): User =>
  asUser({ ...account, firstName, lastName, isVerified: false });

/** The owner of a registration's kept answer, since nobody is signed in yet. */
export const registrantOf = (email: string): string => `address:${createHash('sha256').update(email).digest('base64url')}`;

/** The outbox entry of a mail. Mails and events have different receivers, so neither delays the other. */
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

/** Services that erase their data of a deleted account. */
const erasers = serviceNames.filter((name) => name !== 'auth');

/** Rules of accounts: registration, sign-in, verification, passwords and deletion. */
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
  /** Guard for adding a registration or verifying one: the address is unverified and unchanged since it was read. */
  const stillWaiting = ({ version }: UserDocument) => ({ equals: { isVerified: false, isDeleted: false, version: version ?? null } });

  const present = async (userId: string): Promise<UserDocument> => {
    const user = await users.get(userId);
    if (!user || user.isDeleted) throw new DomainError('session_ended', 'Please sign in.');
    return user;
  };

  /** Whether a mail about a new password is sent: at most one a minute and five an hour. */
  const mayTell = async (kind: 'password-changed' | 'password-reset', email: string): Promise<boolean> => {
    try {
      return await mailings.take(kind, email);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'rate_limited') return false;
      throw error;
    }
  };

  /** The change to a new password, with the outbox entry of its mail in the same write. */
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
   * Starts a session for an account whose password or link was just checked. A change of the password ends existing sessions, so the account
   * is read again after the session was created: a sign-in in flight must not outlive its password. An account that was deleted meanwhile
   * gets no session.
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

  /** Creates and mails a link. For an account that was deleted meanwhile it is removed again. */
  const mailLink = async (kind: LinkKind, user: UserDocument, registrationId?: string): Promise<void> => {
    await links.make(kind, user, registrationId);
    if (await deletedAccounts.has(user._id)) await links.endAll(user._id);
    send();
  };

  /** The newest registration with this password. */
  const withSamePassword = async (
    waiting: readonly WaitingRegistration[],
    password: string,
    hash: Hashing['other']['hash'],
  ): Promise<WaitingRegistration | undefined> => {
    const passwordHash = await hash(password, waiting[0]?.passwordHash);
    return waiting.findLast((each) => each.passwordHash === passwordHash);
  };

  /** The registration that an opened link verifies. @throws DomainError `password_needed`, `wrong_password` */
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

  /** Stores the waiting registrations of an address; `undefined` after a concurrent change. */
  const addRegistration = async (
    email: string,
    known: UserDocument | undefined,
    waiting: WaitingRegistration[],
    now: Date,
  ): Promise<UserDocument | undefined> => {
    const expiresAt = new Date(now.getTime() + registrationMs).toISOString();
    // All of them expire together, so their time starts anew.
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

  /** The account or waiting registration with this password. */
  const userWith = async (account: UserDocument | undefined, password: string): Promise<User | undefined> => {
    const waiting = waitingFor(account, clock());
    if (account && waiting.length > 0) {
      const own = await withSamePassword(waiting, password, hashing.signIn.hash);
      return own && asWaitingUser(account, own);
    }
    const passwordHash = account?.isVerified ? account.passwordHash : undefined;
    return (await hashing.signIn.fits(password, passwordHash)) && account ? asUser(account) : undefined;
  };

  /** Checks a password. When the check itself fails, as in a full queue, it does not count as a wrong password. */
  const withoutBlame = async <T>({ takeBack }: Pick<LoginAttempt, 'takeBack'>, check: () => Promise<T>): Promise<T> => {
    try {
      return await check();
    } catch (error) {
      await takeBack();
      throw error;
    }
  };

  /** The same happens for known and unknown addresses before the answer: the request is queued. */
  const wantLink = (link: LinkKind, email: string): Promise<void> =>
    mailQueue.add({ id: newId(() => clock().getTime()), userId: undefined, request: { kind: 'link-wanted', link, email } });

  return {
    /**
     * Registers. Several registrations may wait for one address, each with its own names, password and link. None replaces another, so nobody
     * can set their password for a stranger's address.
     */
    async register({ firstName, lastName, email, password, secret }: Registration): Promise<{ email: string }> {
      const taken = () => new DomainError('conflict', 'An account with this email already exists. Please sign in.');
      if ((await byEmail(email))?.isVerified) throw taken();
      // Checked before one of the address's five mails is counted.
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
     * Verifies the address by a mailed link, and one registration with it. The other registrations are dropped in the same write. When their
     * passwords differ, the link alone does not say which one is meant: it may belong to a stranger's registration.
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
        // The address was registered again or verified meanwhile: decide anew.
        if (!user) continue;
        await links.endAll(user._id);
        return { token: await startSession(user, clientAddress), user: asUser(user) };
      }
      throw new DomainError('unavailable', 'This address is being registered right now. Please try again.', { retryAfterSeconds: 1 });
    },

    async forgotPassword(email: string): Promise<void> {
      if (await mailings.take('reset', email)) await wantLink('reset', email);
    },

    /** Creates and mails the link that was requested for an address, if there is an account that can use it. */
    async mailWantedLink(kind: LinkKind, email: string): Promise<void> {
      const account = await byEmail(email);
      const now = clock();
      const waiting = waitingFor(account, now);
      if (!account || (waiting.length === 0 && (kind === 'verify' || !account.isVerified))) return;
      if (kind === 'reset') return mailLink(kind, account);
      // Waiting registrations stay as long as the new link is valid.
      const expiresAt = new Date(now.getTime() + registrationMs).toISOString();
      if (
        account.waiting &&
        !(await users.update(account._id, { set: { expiresAt } }, { equals: { isVerified: false, isDeleted: false } }))
      )
        return;
      await mailLink(kind, account, account.waiting ? waiting.at(-1)?._id : undefined);
    },

    /**
     * Sets a new password by a mailed link, which also verifies the address. All sessions and waiting registrations end. The link is looked up
     * before the password is hashed, so that invalid links cost no hashing.
     */
    async resetPassword(token: string, password: string): Promise<void> {
      const link = await links.find('reset', token);
      const known = await users.get(link.userId);
      const waiting = waitingFor(known, clock());
      if (!known || !links.fits(link, known) || (!known.isVerified && waiting.length === 0)) throw invalidLink('reset');
      const newHash = await hashing.other.hash(password);
      await links.use('reset', token);
      // Sessions end before and after the change, so that a crash in between leaves nobody signed in with the old password.
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

    /** Changes the password. All other sessions and all mailed links end. */
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
     * Empties the account. The outbox entries that ask all services to erase its data, and the last mail, are stored in the same write. Only the
     * mail's entry still has the address, until it is delivered or given up after a day.
     */
    async deleteAccount(userId: string): Promise<void> {
      const user = await present(userId);
      const now = clock();
      const { email, firstName } = user;
      const entries = [
        mailEntry({ kind: 'account-deleted', email, firstName, at: now.toISOString() }, now),
        ...erasers.map((to) => eventEntry(to, { type: 'account.deleted', eventId: newId(() => now.getTime()), userId })),
      ];
      // First, while the address is known: kept answers of registrations are stored under it.
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
      // Of two concurrent deletions the second one changes nothing, so that one mail is sent.
      await users.update(userId, { set: emptied }, { equals: { isDeleted: false } });
      await this.eraseOwn(userId);
      send();
    },

    /** Erases auth's own data. Repeated before the tombstone is deleted, in case of a crash in between. */
    async eraseOwn(userId: string): Promise<void> {
      await deletedAccounts.add(userId);
      await sessions.endAll(userId);
      await links.endAll(userId);
      await knownNetworks.erase(userId);
      await mailQueue.erase(userId);
      await idempotency.erase(userId);
    },

    /** Deletes the rest of a deleted account and its tombstone. Other accounts are left alone. */
    async finalizeDeletion({ _id, isDeleted }: UserDocument): Promise<void> {
      if (!isDeleted) return;
      await this.eraseOwn(_id);
      await users.delete(_id, { equals: { isDeleted: true } });
    },

    /**
     * The addressee of mails to an existing account. Before verification a stranger may have chosen the name, so the mail greets without a
     * name.
     */
    async addressee(userId: string): Promise<Addressee | undefined> {
      const user = await users.get(userId);
      return user && !user.isDeleted ? { email: user.email, firstName: user.isVerified ? user.firstName : '' } : undefined;
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
