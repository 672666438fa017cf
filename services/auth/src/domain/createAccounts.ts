import { createHash } from 'node:crypto';
import { serviceNames, type User } from '@lectern/contracts';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import { currentRequest, DomainError, eventOrder, outboxOf, type Erased, type Idempotency, type OutboxEntry } from '@lectern/service-kit';
import type { MailOrder, MailQueue } from '../mail/createMailQueue.ts';
import type { Addressee } from '../mail/letters.ts';
import { usersCollection, type UserDocument } from '../store.ts';
import { invalidLink, type LinkKind, type Links } from './createLinks.ts';
import type { LoginGuard } from './createLoginGuard.ts';
import type { Mailings } from './createMailings.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './createSessions.ts';

export interface AccountsOptions {
  store: DocumentStore;
  sessions: Sessions;
  links: Links;
  loginGuard: LoginGuard;
  mailings: Mailings;
  mailQueue: Pick<MailQueue, 'add' | 'erase'>;
  passwords: Passwords;
  erased: Erased;
  idempotency: Idempotency;
  clock: () => Date;
  /** Sends what the outboxes hold, now. */
  send: () => void;
}

const asUser = ({ _id, firstName, lastName, email, isVerified, createdAt }: UserDocument): User => ({
  _id,
  firstName,
  lastName,
  email,
  isVerified,
  createdAt,
});

/** In whose name the first answer to a registration is kept for its `Idempotency-Key`: nobody is signed in yet. */
export const registrantOf = (email: string): string => `address:${createHash('sha256').update(email).digest('base64url')}`;

/** The order, in an account's outbox, to mail something. It holds up no event, nor does an event hold it up. */
const mailOrder = (order: MailOrder, now: Date): OutboxEntry => {
  const requestId = currentRequest()?.requestId;
  return {
    _id: newId(() => now.getTime()),
    kind: 'mail',
    to: 'mail',
    payload: JSON.stringify(order),
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
  mailings,
  mailQueue,
  passwords,
  erased,
  idempotency,
  clock,
  send,
}: AccountsOptions) {
  const users = store.collection(usersCollection);
  const byEmail = (email: string) => users.findOne('byEmail', { email });

  const present = async (userId: string): Promise<UserDocument> => {
    const user = await users.get(userId);
    if (!user || user.isDeleted) throw new DomainError('session_ended', 'Please sign in.');
    return user;
  };

  /** A new password, with the order to tell of it in the same write. */
  const withPassword = (passwordHash: string, now: Date) => ({
    set: { passwordHash, outboxSince: now.toISOString() },
    append: { outbox: mailOrder({ kind: 'password-changed', at: now.toISOString() }, now) },
    increment: { outboxCount: 1 },
  });

  /** Starts a session. An account that was deleted in this very moment is left without one. */
  const startSession = async (userId: string): Promise<string> => {
    const token = await sessions.start(userId);
    if (!(await erased.has(userId))) return token;
    await sessions.endAll(userId);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  };

  /** Makes a link and sends it; for an account that was deleted in this very moment nothing stays of it. */
  const mailLink = async (kind: LinkKind, user: UserDocument): Promise<void> => {
    await links.make(kind, user);
    if (await erased.has(user._id)) await links.endAll(user._id);
    send();
  };

  /** Known address or not, the same is done before the answer: the order is kept. */
  const wantLink = (link: LinkKind, email: string): Promise<void> =>
    mailQueue.add({ id: newId(() => clock().getTime()), userId: undefined, order: { kind: 'link-wanted', link, email } });

  return {
    /** Registers, or registers an unverified account anew; always mails its own link. */
    async register({
      firstName,
      lastName,
      email,
      password,
    }: {
      firstName: string;
      lastName: string;
      email: string;
      password: string;
    }): Promise<{ email: string }> {
      const taken = () => new DomainError('conflict', 'An account with this email already exists. Please sign in.');
      if ((await byEmail(email))?.isVerified) throw taken();
      await mailings.take('verify', email, { exemptFromMinute: true });
      const passwordHash = await passwords.hash(password);
      const now = clock();
      let user: UserDocument | undefined;
      for (let round = 0; user === undefined && round < 3; round++) {
        const known = await byEmail(email);
        if (known)
          user = await users.update(
            known._id,
            { set: { firstName, lastName, passwordHash } },
            { equals: { isVerified: false, isDeleted: false } },
          );
        else
          try {
            const fresh = { firstName, lastName, email, passwordHash, isVerified: false, isDeleted: false, createdAt: now.toISOString() };
            user = await users.insert({ _id: newId(() => now.getTime()), ...fresh, ...outboxOf([], now) });
          } catch (error) {
            // Somebody registered the same address in this very moment: then it is theirs and ours to replace, as above.
            if (!(error instanceof DuplicateKeyError)) throw error;
          }
      }
      if (user === undefined) throw taken();
      await mailLink('verify', user);
      return { email };
    },

    /** Signs in; an unverified account gets no token. */
    async login(
      { email, password }: { email: string; password: string },
      clientAddress: string,
    ): Promise<{ token: string | null; user: User }> {
      const attempt = await loginGuard.begin(email, clientAddress);
      const user = await byEmail(email);
      if (!(await passwords.fits(password, user?.passwordHash)) || !user)
        throw new DomainError('wrong_credentials', 'Invalid email or password.');
      await attempt.succeeded();
      return { token: user.isVerified ? await startSession(user._id) : null, user: asUser(user) };
    },

    async user(userId: string, sessionId: string | undefined): Promise<User> {
      if (!(await sessions.isLive(sessionId))) throw new DomainError('session_ended', 'Your session has ended. Please sign in again.');
      return asUser(await present(userId));
    },

    async resendVerification(email: string): Promise<void> {
      if (await mailings.take('verify', email)) await wantLink('verify', email);
    },

    async verifyEmail(token: string): Promise<{ token: string; user: User }> {
      const link = await links.use('verify', token);
      const known = await users.get(link.userId);
      // Somebody else may register the address anew while its owner follows the link: that must not verify the other one's password.
      if (!known || !links.fits(link, known)) throw invalidLink('verify');
      const { passwordHash } = known;
      const user = await users.update(known._id, { set: { isVerified: true } }, { equals: { isDeleted: false, passwordHash } });
      if (!user) throw invalidLink('verify');
      return { token: await startSession(user._id), user: asUser(user) };
    },

    async forgotPassword(email: string): Promise<void> {
      if (await mailings.take('reset', email)) await wantLink('reset', email);
    },

    /** Makes and mails the link that was asked for under an address, if it has an account that has a use for it. */
    async mailWantedLink(kind: LinkKind, email: string): Promise<void> {
      const user = await byEmail(email);
      if (user && !(kind === 'verify' && user.isVerified)) await mailLink(kind, user);
    },

    /** Sets a new password by a mailed link, which also shows that the address is theirs; every session ends. */
    async resetPassword(token: string, password: string): Promise<void> {
      const newHash = await passwords.hash(password);
      const link = await links.use('reset', token);
      const known = await users.get(link.userId);
      if (!known || !links.fits(link, known)) throw invalidLink('reset');
      // Before the change and after it: a crash in between must not leave somebody signed in who knew the old password.
      await sessions.endAll(known._id);
      const { set, ...change } = withPassword(newHash, clock());
      const user = await users.update(
        known._id,
        { ...change, set: { ...set, isVerified: true } },
        { equals: { isDeleted: false, passwordHash: known.passwordHash } },
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
      if (!(await passwords.fits(currentPassword, user.passwordHash)))
        throw new DomainError('wrong_password', 'The current password is not right.');
      const passwordHash = await passwords.hash(newPassword);
      await sessions.endAll(userId, sessionId);
      if (!(await users.update(userId, withPassword(passwordHash, clock()), { equals: { passwordHash: user.passwordHash } })))
        throw new DomainError('conflict', 'The password was changed elsewhere. Please try again.');
      await links.endAll(userId);
      await sessions.endAll(userId, sessionId);
      send();
    },

    logout: async (sessionId: string | undefined): Promise<void> => {
      if (sessionId) await sessions.endOne(sessionId);
    },

    /**
     * Empties the account and orders every service to erase what it holds, and the last mail; the orders stand in the same write.
     * The mail's order is the one place that still knows the address, until it is carried out or given up after a day.
     */
    async deleteAccount(userId: string): Promise<void> {
      const user = await present(userId);
      const now = clock();
      const { email, firstName } = user;
      const orders = [
        mailOrder({ kind: 'account-deleted', email, firstName, at: now.toISOString() }, now),
        ...erasers.map((to) => eventOrder(to, { type: 'account.deleted', eventId: newId(() => now.getTime()), userId })),
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
        ...outboxOf(orders, now),
      };
      // Of two deletions at once the second finds nothing to do, so that there is one mail.
      await users.update(userId, { set: emptied }, { equals: { isDeleted: false } });
      await this.eraseOwn(userId);
      send();
    },

    /** Auth's own part of a deletion; done again before the tombstone goes, in case a crash came in between. */
    async eraseOwn(userId: string): Promise<void> {
      await erased.add(userId);
      await sessions.endAll(userId);
      await links.endAll(userId);
      await mailQueue.erase(userId);
      await idempotency.erase(userId);
    },

    /** Erases the rest of a deleted account and its tombstone; of any other account there is nothing to bury. */
    async bury({ _id, isDeleted }: UserDocument): Promise<void> {
      if (!isDeleted) return;
      await this.eraseOwn(_id);
      await users.delete(_id, { equals: { isDeleted: true } });
    },

    /** Where a mail to this account goes, while there is one. */
    async addressee(userId: string): Promise<Addressee | undefined> {
      const user = await users.get(userId);
      return user && !user.isDeleted ? { email: user.email, firstName: user.firstName } : undefined;
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
