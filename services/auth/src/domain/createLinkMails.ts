import { newId } from '@lectern/document-store';
import type { DeletedAccounts } from '@lectern/service-kit';
import type { MailQueue } from '../mail/createMailQueue.ts';
import type { UserDocument, Users } from '../store.ts';
import type { LinkKind, Links } from './createLinks.ts';
import type { Mailings } from './createMailings.ts';
import { registrationMs, waitingFor } from './waitingRegistrations.ts';

export interface LinkMailsDependencies {
  users: Users;
  links: Links;
  mailings: Mailings;
  mailQueue: Pick<MailQueue, 'add'>;
  deletedAccounts: DeletedAccounts;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** Mails with links: to verify an address, or to choose a new password. */
export function createLinkMails({ users, links, mailings, mailQueue, deletedAccounts, clock, send }: LinkMailsDependencies) {
  /** Creates and mails a link. For an account that was deleted meanwhile it is removed again. */
  const mailLink = async (kind: LinkKind, user: UserDocument, registrationId?: string): Promise<void> => {
    await links.make(kind, user, registrationId);
    if (await deletedAccounts.has(user._id)) await links.endAll(user._id);
    send();
  };

  return {
    mailLink,

    /** Queues the request for a link. Known and unknown addresses are handled alike until the answer is sent. */
    async requestLink(link: LinkKind, email: string): Promise<void> {
      if (!(await mailings.take(link, email))) return;
      await mailQueue.add({ id: newId(() => clock().getTime()), userId: undefined, request: { kind: 'link-wanted', link, email } });
    },

    /** Creates and mails the link that was requested for an address, if there is an account that can use it. */
    async mailWantedLink(kind: LinkKind, email: string): Promise<void> {
      const account = await users.findOne('byEmail', { email });
      const now = clock();
      const waiting = waitingFor(account, now);
      if (!account || (waiting.length === 0 && (kind === 'verify' || !account.isVerified))) return;
      if (kind === 'reset' || !account.waiting) return mailLink(kind, account);
      // Waiting registrations stay as long as the new link is valid.
      const expiresAt = new Date(now.getTime() + registrationMs).toISOString();
      const extended = await users.update(account._id, { set: { expiresAt } }, { equals: { isVerified: false, isDeleted: false } });
      if (extended) await mailLink(kind, account, waiting.at(-1)?._id);
    },
  };
}
export type LinkMails = ReturnType<typeof createLinkMails>;
