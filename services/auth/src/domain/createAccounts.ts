import type { User } from '@lectern/contracts';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import { DomainError, eventOrder, outboxOf, type Erased, type Idempotency } from '@lectern/service-kit';
import { usersCollection, type UserDocument } from '../store.ts';
import type { Links } from './createLinks.ts';
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

/** Services that erase what they hold of a deleted account. */
const erasers = ['library', 'study', 'billing'] as const;

/** Accounts: every rule of registration, sign-in, verification, passwords and deletion. */
export function createAccounts({
  store,
  sessions,
  links,
  loginGuard,
  mailings,
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
    if (!user || user.isDeleted) throw new DomainError('unauthenticated', 'Please sign in.');
    return user;
  };

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
      let userId: string | undefined;
      for (let round = 0; userId === undefined && round < 3; round++) {
        const known = await byEmail(email);
        if (known)
          userId = (
            await users.update(
              known._id,
              { set: { firstName, lastName, passwordHash } },
              { equals: { isVerified: false, isDeleted: false } },
            )
          )?._id;
        else
          try {
            const fresh = { firstName, lastName, email, passwordHash, isVerified: false, isDeleted: false, createdAt: now.toISOString() };
            userId = (await users.insert({ _id: newId(() => now.getTime()), ...fresh, ...outboxOf([], now) }))._id;
          } catch (error) {
            // Somebody registered the same address in this very moment: then it is theirs and ours to replace, as above.
            if (!(error instanceof DuplicateKeyError)) throw error;
          }
      }
      if (userId === undefined) throw taken();
      await links.make('verify', userId);
      send();
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
      return { token: user.isVerified ? await sessions.start(user._id) : null, user: asUser(user) };
    },

    async user(userId: string, sessionId: string | undefined): Promise<User> {
      if (!(await sessions.isLive(sessionId))) throw new DomainError('unauthenticated', 'Your session has ended. Please sign in again.');
      return asUser(await present(userId));
    },

    async resendVerification(email: string): Promise<void> {
      if (!(await mailings.take('verify', email))) return;
      const user = await byEmail(email);
      if (!user || user.isVerified) return;
      await links.make('verify', user._id);
      send();
    },

    async verifyEmail(token: string): Promise<{ token: string; user: User }> {
      const user = await users.update(await links.use('verify', token), { set: { isVerified: true } }, { equals: { isDeleted: false } });
      if (!user) throw new DomainError('link_invalid', "We couldn't verify your email. The link may have expired or is invalid.");
      return { token: await sessions.start(user._id), user: asUser(user) };
    },

    async forgotPassword(email: string): Promise<void> {
      if (!(await mailings.take('reset', email))) return;
      const user = await byEmail(email);
      if (!user) return;
      await links.make('reset', user._id);
      send();
    },

    /** Sets a new password by a mailed link, which also shows that the address is theirs. */
    async resetPassword(token: string, password: string): Promise<void> {
      const passwordHash = await passwords.hash(password);
      const userId = await links.use('reset', token);
      const user = await users.update(userId, { set: { passwordHash, isVerified: true } }, { equals: { isDeleted: false } });
      if (!user) throw new DomainError('link_invalid', 'This reset link has expired or was already used.');
      await links.endAll(userId);
      await sessions.endAll(userId);
    },

    async updateProfile(userId: string, names: { firstName: string; lastName: string }): Promise<User> {
      const user = await users.update(userId, { set: names }, { equals: { isDeleted: false } });
      if (!user) throw new DomainError('unauthenticated', 'Please sign in.');
      return asUser(user);
    },

    /** Changes the password; every other session ends. */
    async updatePassword(
      userId: string,
      sessionId: string | undefined,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      const user = await present(userId);
      if (!(await passwords.fits(currentPassword, user.passwordHash)))
        throw new DomainError('wrong_password', 'The current password is not right.');
      const passwordHash = await passwords.hash(newPassword);
      if (!(await users.update(userId, { set: { passwordHash } }, { equals: { passwordHash: user.passwordHash } })))
        throw new DomainError('conflict', 'The password was changed elsewhere. Please try again.');
      await sessions.endAll(userId, sessionId);
    },

    logout: async (sessionId: string | undefined): Promise<void> => {
      if (sessionId) await sessions.endOne(sessionId);
    },

    /** Empties the account and orders every service to erase what it holds; the orders stand in the same write. */
    async deleteAccount(userId: string): Promise<void> {
      const user = await present(userId);
      const now = clock();
      const orders = erasers.map((to) => eventOrder(to, { type: 'account.deleted', eventId: newId(() => now.getTime()), userId }));
      await users.upsert({
        _id: userId,
        email: `deleted:${userId}`,
        firstName: '',
        lastName: '',
        passwordHash: '',
        isVerified: false,
        isDeleted: true,
        createdAt: user.createdAt,
        ...outboxOf(orders, now),
      });
      await this.eraseOwn(userId);
      send();
    },

    /** Auth's own part of a deletion; done again before the tombstone goes, in case a crash came in between. */
    async eraseOwn(userId: string): Promise<void> {
      await erased.add(userId);
      await sessions.endAll(userId);
      await links.endAll(userId);
      await idempotency.erase(userId);
    },

    /** Where a mail to this account goes, while there is one. */
    async addressee(userId: string): Promise<{ email: string; firstName: string } | undefined> {
      const user = await users.get(userId);
      return user && !user.isDeleted ? { email: user.email, firstName: user.firstName } : undefined;
    },
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
