import type { AuthContext } from '../AuthContext.ts';
import { addresseeOf } from '../domain/accounts.ts';
import { mailWantedLink } from '../domain/linkMails.ts';
import { linkOfSeed, linkToken } from '../domain/links.ts';
import type { Mail } from './Mailer.ts';
import { mailContents, mailOf, type MailSettings } from './mailContents.ts';
import type { MailRequest } from './MailRequest.ts';

/** Composes the mail of a request when it is sent; `undefined` if nothing must be sent. */
export async function composeMail(
  auth: AuthContext,
  settings: MailSettings,
  request: MailRequest,
  userId: string | undefined,
): Promise<Mail | undefined> {
  if (request.kind === 'link-wanted') {
    await mailWantedLink(auth, request.link, request.email);
    return undefined;
  }
  if (request.kind === 'account-deleted') return mailOf(request, mailContents['account-deleted'](request, settings, request), settings);
  if (request.kind === 'shared-reported') {
    const operator = { email: settings.supportEmail, firstName: '' };
    return mailOf(operator, mailContents['shared-reported'](operator, settings, request), settings);
  }
  const to = userId === undefined ? undefined : await addresseeOf(auth, userId);
  // The account was deleted.
  if (!to) return undefined;
  if (request.kind === 'password-changed') return mailOf(to, mailContents['password-changed'](to, settings, request), settings);
  if (request.kind === 'payment-failed') return mailOf(to, mailContents['payment-failed'](to, settings, request), settings);
  if (request.kind === 'reviews-due') {
    // The mail server was down for hours. The next reminder comes tomorrow.
    if (request.validUntil < auth.clock().toISOString()) return undefined;
    return { ...mailOf(to, mailContents['reviews-due'](to, settings, request), settings), unsubscribeUrl: request.unsubscribeUrl };
  }
  // A replaced, used or expired link is not mailed.
  if (!(await linkOfSeed(auth, request.kind, request.seed))) return undefined;
  return mailOf(to, mailContents[request.kind](to, settings, { token: linkToken(auth, request.kind, request.seed) }), settings);
}
