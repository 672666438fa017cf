import type { User } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { DomainError, type DeletedAccounts, type Idempotency } from '@lectern/service-kit';
import type { MailQueue } from '../mail/createMailQueue.ts';
import type { Addressee } from '../mail/mailContents.ts';
import { usersCollection, type UserDocument, type Users } from '../store.ts';
import { asUser } from './asUser.ts';
import { createAccountDeletion } from './createAccountDeletion.ts';
import type { AccountExports } from './createAccountExports.ts';
import type { Attempts } from './createAttempts.ts';
import type { Hashing } from './createHashing.ts';
import type { KnownNetworks } from './createKnownNetworks.ts';
import { createLinkMails } from './createLinkMails.ts';
import type { Links } from './createLinks.ts';
import type { LoginGuard } from './createLoginGuard.ts';
import type { Mailings } from './createMailings.ts';
import { createPasswordChange } from './createPasswordChange.ts';
import { createPasswordReset } from './createPasswordReset.ts';
import { createPasswordWrite } from './createPasswordWrite.ts';
import { createRegistrations } from './createRegistrations.ts';
import { createSessionStart } from './createSessionStart.ts';
import type { Sessions } from './createSessions.ts';
import { createSignIns } from './createSignIns.ts';
import { createVerification } from './createVerification.ts';

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
  exports: Pick<AccountExports, 'erase'>;
  hashing: Hashing;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** Rules of accounts: registration, sign-in, verification, passwords and deletion. */
export function createAccounts(options: AccountsOptions) {
  const { store, sessions } = options;
  const users: Users = store.collection(usersCollection);

  const present = async (userId: string): Promise<UserDocument> => {
    const user = await users.get(userId);
    if (!user || user.isDeleted) throw new DomainError('session_ended', 'Please sign in.');
    return user;
  };
  const startSession = createSessionStart({ users, ...options });
  const passwordWrite = createPasswordWrite(options);
  const linkMails = createLinkMails({ users, ...options });

  return {
    ...createRegistrations({ users, linkMails, ...options }),
    ...createSignIns({ users, startSession, ...options }),
    ...createVerification({ users, startSession, ...options }),
    ...createPasswordChange({ users, present, passwordWrite, ...options }),
    ...createPasswordReset({ users, passwordWrite, ...options }),
    ...createAccountDeletion({ users, present, ...options }),
    mailWantedLink: linkMails.mailWantedLink,
    resendVerification: (email: string): Promise<void> => linkMails.requestLink('verify', email),
    forgotPassword: (email: string): Promise<void> => linkMails.requestLink('reset', email),

    async user(userId: string, sessionId: string | undefined): Promise<User> {
      if (!(await sessions.isLive(userId, sessionId)))
        throw new DomainError('session_ended', 'Your session has ended. Please sign in again.');
      return asUser(await present(userId));
    },

    /** The profile, without asking whether the session lives. @throws DomainError `session_ended` for a deleted account */
    profile: async (userId: string): Promise<User> => asUser(await present(userId)),

    async updateProfile(userId: string, names: { firstName: string; lastName: string }): Promise<User> {
      const user = await users.update(userId, { set: names }, { equals: { isDeleted: false } });
      if (!user) throw new DomainError('session_ended', 'Please sign in.');
      return asUser(user);
    },

    logout: async (userId: string, sessionId: string | undefined): Promise<void> => {
      if (sessionId) await sessions.endOne(userId, sessionId);
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
