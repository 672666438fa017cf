import { serviceNames } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { eventEntry, outboxOf } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import type { UserDocument } from '../store.ts';
import { presentAccount } from './accounts.ts';
import { forgetNetworks } from './knownNetworks.ts';
import { endLinks } from './links.ts';
import { mailEntry } from './mailEntry.ts';
import { registrantOf } from './register.ts';
import { endSessions } from './sessions.ts';

/** Services that erase their data of a deleted account. */
const erasers = serviceNames.filter((name) => name !== 'auth');

/** Erases auth's own data. Repeated before the tombstone is deleted, in case of a crash in between. */
const eraseOwn = async (auth: AuthContext, userId: string): Promise<void> => {
  await auth.deletedAccounts.add(userId);
  await endSessions(auth, userId);
  await endLinks(auth, userId);
  await forgetNetworks(auth, userId);
  await auth.mailQueue.erase(userId);
  await auth.store.exports.delete(userId);
  await auth.idempotency.erase(userId);
};

/**
 * Empties the account. The same write stores the outbox entries that request the erasure from all services, and the last mail. Only the mail's entry
 * still contains the address, until it is delivered or given up after a day.
 */
export async function deleteAccount(auth: AuthContext, userId: string): Promise<void> {
  const user = await presentAccount(auth, userId);
  const now = auth.clock();
  const { email, firstName } = user;
  const entries = [
    mailEntry({ kind: 'account-deleted', email, firstName, at: now.toISOString() }, now),
    ...erasers.map((to) => eventEntry(to, { type: 'account.deleted', eventId: newId(() => now.getTime()), userId })),
  ];
  // First, while the address is known: idempotent answers of registrations are stored under it.
  await auth.idempotency.erase(registrantOf(email));
  const emptied = {
    email: `deleted:${userId}`,
    firstName: '',
    lastName: '',
    passwordHash: '',
    isVerified: false,
    isDeleted: true,
    ...outboxOf(entries, now),
  };
  // Of two concurrent deletions the second changes nothing, so that one mail is sent.
  await auth.store.users.update(userId, { set: emptied }, { equals: { isDeleted: false } });
  await eraseOwn(auth, userId);
  auth.flushOutboxes();
}

/** Deletes the rest of a deleted account and its tombstone. Other accounts are ignored. */
export async function finalizeDeletion(auth: AuthContext, { _id, isDeleted }: UserDocument): Promise<void> {
  if (!isDeleted) return;
  await eraseOwn(auth, _id);
  await auth.store.users.delete(_id, { equals: { isDeleted: true } });
}
