import { serviceNames } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { eventEntry, outboxOf, type DeletedAccounts, type Idempotency } from '@lectern/service-kit';
import type { MailQueue } from '../mail/createMailQueue.ts';
import type { UserDocument, Users } from '../store.ts';
import type { AccountExports } from './createAccountExports.ts';
import type { KnownNetworks } from './createKnownNetworks.ts';
import type { Links } from './createLinks.ts';
import { registrantOf } from './createRegistrations.ts';
import type { Sessions } from './createSessions.ts';
import { mailEntry } from './mailEntry.ts';

export interface AccountDeletionDependencies {
  users: Users;
  /** The account, unless it was deleted. @throws DomainError `session_ended` */
  present: (userId: string) => Promise<UserDocument>;
  sessions: Sessions;
  links: Links;
  knownNetworks: KnownNetworks;
  mailQueue: Pick<MailQueue, 'erase'>;
  exports: Pick<AccountExports, 'erase'>;
  deletedAccounts: DeletedAccounts;
  idempotency: Idempotency;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** Services that erase their data of a deleted account. */
const erasers = serviceNames.filter((name) => name !== 'auth');

/** Deletion of accounts, in auth and by events in all other services. */
export function createAccountDeletion(dependencies: AccountDeletionDependencies) {
  const { users, present, sessions, links, knownNetworks, mailQueue, exports, deletedAccounts, idempotency, clock, send } = dependencies;

  /** Erases auth's own data. Repeated before the tombstone is deleted, in case of a crash in between. */
  const eraseOwn = async (userId: string): Promise<void> => {
    await deletedAccounts.add(userId);
    await sessions.endAll(userId);
    await links.endAll(userId);
    await knownNetworks.erase(userId);
    await mailQueue.erase(userId);
    await exports.erase(userId);
    await idempotency.erase(userId);
  };

  return {
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
      // First, while the address is known: idempotent answers of registrations are stored under it.
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
      await eraseOwn(userId);
      send();
    },

    /** Deletes the rest of a deleted account and its tombstone. Other accounts are left alone. */
    async finalizeDeletion({ _id, isDeleted }: UserDocument): Promise<void> {
      if (!isDeleted) return;
      await eraseOwn(_id);
      await users.delete(_id, { equals: { isDeleted: true } });
    },
  };
}
