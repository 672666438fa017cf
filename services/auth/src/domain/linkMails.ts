import { newId } from '@lectern/document-store';
import type { AuthContext } from '../AuthContext.ts';
import type { UserDocument } from '../store.ts';
import { endLinks, makeLink, type LinkKind } from './links.ts';
import { takeMailing } from './mailings.ts';
import { registrationMs, waitingFor } from './waitingRegistrations.ts';

/** Creates and mails a link. Removes it again if the account was deleted since. */
export async function mailLink(auth: AuthContext, kind: LinkKind, user: UserDocument, registrationId?: string): Promise<void> {
  await makeLink(auth, kind, user, registrationId);
  if (await auth.deletedAccounts.has(user._id)) await endLinks(auth, user._id);
  auth.flushOutboxes();
}

/** Queues the request for a link. Known and unknown addresses take the same path until the answer is sent. */
export async function requestLink(auth: AuthContext, link: LinkKind, email: string): Promise<void> {
  if (!(await takeMailing(auth, link, email))) return;
  const id = newId(() => auth.clock().getTime());
  await auth.mailQueue.add({ id, userId: undefined, request: { kind: 'link-wanted', link, email } });
}

/** Creates and mails the requested link, if the address has an account that can use it. */
export async function mailWantedLink(auth: AuthContext, kind: LinkKind, email: string): Promise<void> {
  const { users } = auth.store;
  const account = await users.findOne('byEmail', { email });
  const now = auth.clock();
  const waiting = waitingFor(account, now);
  if (!account || (waiting.length === 0 && (kind === 'verify' || !account.isVerified))) return;
  if (kind === 'reset' || !account.waiting) return mailLink(auth, kind, account);
  // Waiting registrations stay as long as the new link is valid.
  const expiresAt = new Date(now.getTime() + registrationMs).toISOString();
  const extended = await users.update(account._id, { set: { expiresAt } }, { equals: { isVerified: false, isDeleted: false } });
  if (extended) await mailLink(auth, kind, account, waiting.at(-1)?._id);
}
