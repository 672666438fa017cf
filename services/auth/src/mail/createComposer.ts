import type { Accounts } from '../domain/createAccounts.ts';
import type { Links } from '../domain/createLinks.ts';
import type { Mail } from './Mailer.ts';
import { mailContents, mailOf, type MailSettings } from './mailContents.ts';
import type { MailRequest } from './MailRequest.ts';

export interface ComposerDependencies {
  accounts: Pick<Accounts, 'addressee' | 'mailWantedLink'>;
  links: Pick<Links, 'ofSeed' | 'tokenOf'>;
  settings: MailSettings;
  clock: () => Date;
}

/** Composes the mail of a request when it is sent; `undefined` when there is nothing to send. */
export const createComposer =
  ({ accounts, links, settings, clock }: ComposerDependencies) =>
  async (request: MailRequest, userId: string | undefined): Promise<Mail | undefined> => {
    if (request.kind === 'link-wanted') {
      await accounts.mailWantedLink(request.link, request.email);
      return undefined;
    }
    if (request.kind === 'account-deleted') return mailOf(request, mailContents['account-deleted'](request, settings, request), settings);
    const to = userId === undefined ? undefined : await accounts.addressee(userId);
    // The account is gone: there is nothing to send.
    if (!to) return undefined;
    if (request.kind === 'password-changed') return mailOf(to, mailContents['password-changed'](to, settings, request), settings);
    if (request.kind === 'payment-failed') return mailOf(to, mailContents['payment-failed'](to, settings, request), settings);
    if (request.kind === 'reviews-due') {
      // The mail server did not answer for hours. Another reminder comes tomorrow.
      if (request.validUntil < clock().toISOString()) return undefined;
      return { ...mailOf(to, mailContents['reviews-due'](to, settings, request), settings), unsubscribeUrl: request.unsubscribeUrl };
    }
    // A replaced, used or expired link is not mailed.
    if (!(await links.ofSeed(request.kind, request.seed))) return undefined;
    return mailOf(to, mailContents[request.kind](to, settings, { token: links.tokenOf(request.kind, request.seed) }), settings);
  };
