import { counted } from '@lectern/contracts';
import { displayName } from './displayName.ts';
import type { MailContent } from './MailContent.ts';
import { htmlOf, textOf } from './layout.ts';
import type { Mail } from './Mailer.ts';

/** The settings of mails. */
export interface MailSettings {
  /** Address of the site, without a trailing slash. */
  publicUrl: string;
  supportEmail: string;
}

/** The addressee of a mail. */
export interface Addressee {
  email: string;
  firstName: string;
}

/** 'March 5, 2026 at 10:00 AM UTC', because the reader's time zone is unknown. */
const whenOf = (at: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at)).replaceAll('\u202f', ' ')} UTC`;

/** Formats an amount in the currency's smallest unit: '$9.99'; `undefined` for an unknown currency. */
const moneyOf = (amount: number, currency: string): string | undefined => {
  if (!/^[a-z]{3}$/i.test(currency)) return undefined;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** All mails that Lectern sends. */
export const mailContents = {
  verify: ({ firstName }: Addressee, { publicUrl }: MailSettings, { token }: { token: string }): MailContent => ({
    subject: 'Verify your email for Lectern',
    preheader: 'One click, and you are ready. The link works for 24 hours.',
    heading: 'Verify your email',
    name: displayName(firstName),
    paragraphs: ['Please confirm that this is your email address. Then you can turn your slides into guides, quizzes and flashcards.'],
    facts: [],
    action: { label: 'Verify email', url: `${publicUrl}/verify-email/${token}` },
    small:
      'The link works once, within 24 hours. If you did not sign up for Lectern, do not open it: someone else entered your address, and nothing happens unless you open it.',
  }),
  reset: ({ firstName }: Addressee, { publicUrl }: MailSettings, { token }: { token: string }): MailContent => ({
    subject: 'Choose a new password for Lectern',
    preheader: 'The link works for one hour.',
    heading: 'Choose a new password',
    name: displayName(firstName),
    paragraphs: ['Someone, most likely you, asked for a new password for your Lectern account. You can choose one here.'],
    facts: [],
    action: { label: 'Choose a new password', url: `${publicUrl}/reset-password/${token}` },
    small: 'The link works once, within one hour. If you did not ask for it, you can ignore this email: your password stays as it is.',
  }),
  'password-changed': ({ email, firstName }: Addressee, { publicUrl }: MailSettings, { at }: { at: string }): MailContent => ({
    subject: 'Your Lectern password was changed',
    preheader: `Changed on ${whenOf(at)}. If this was not you, choose a new password now.`,
    heading: 'Your password was changed',
    name: displayName(firstName),
    paragraphs: ['The password of your Lectern account was changed. If this was you, there is nothing you need to do.'],
    facts: [
      ['Account', email],
      ['Changed', whenOf(at)],
    ],
    advice: ['If this was not you, choose a new password now. That ends every session, on all devices.'],
    action: { label: 'Choose a new password', url: `${publicUrl}/forgot-password` },
    small: 'We send this email whenever a password changes, so that you notice if someone else did it.',
  }),
  'account-deleted': ({ email, firstName }: Addressee, { supportEmail }: MailSettings, { at }: { at: string }): MailContent => ({
    subject: 'Your Lectern account was deleted',
    preheader: 'Your guides, quizzes and decks are erased, and any subscription is cancelled.',
    heading: 'Your account was deleted',
    name: displayName(firstName),
    paragraphs: [
      'Your Lectern account was deleted, as you asked. Your guides, folders, quizzes and flashcard decks are erased and cannot be restored. Any subscription is cancelled, and you will not be charged again.',
    ],
    facts: [
      ['Account', email],
      ['Deleted', whenOf(at)],
    ],
    small: `We have not kept your email address: this is the last email from us. If you did not delete the account yourself, write to ${supportEmail}. You can register again at any time.`,
  }),
  'payment-failed': (
    { firstName }: Addressee,
    { publicUrl }: MailSettings,
    { amount, currency }: { amount: number; currency: string },
  ): MailContent => {
    const money = moneyOf(amount, currency);
    return {
      subject: 'Your payment for Lectern Premium failed',
      preheader: 'Please check your payment method. Everything you made is still there.',
      heading: 'Your payment failed',
      name: displayName(firstName),
      paragraphs: [
        'We could not collect your payment for Lectern Premium. Please check your payment method: Premium continues as soon as the payment goes through.',
      ],
      facts: money === undefined ? [] : [['Amount', money]],
      advice: ['Everything you made stays readable, whatever happens to your subscription.'],
      action: { label: 'Manage billing', url: `${publicUrl}/subscription` },
      small: 'Your bank can tell you why it refused the payment; it does not tell us.',
    };
  },
  'reviews-due': ({ firstName }: Addressee, { publicUrl }: MailSettings, { due }: { due: number }): MailContent => ({
    subject: `${counted(due, 'review is', 'reviews are')} due today`,
    preheader: 'Cards come back shortly before you would forget them.',
    heading: `${counted(due, 'review is', 'reviews are')} due today`,
    name: displayName(firstName),
    paragraphs: [
      'Cards and missed questions come back shortly before you would forget them. Review them today and you will remember them longer.',
    ],
    facts: [],
    action: { label: 'Review', url: `${publicUrl}/review` },
    small: `You get this email because reminders are on in your review settings. To turn them off, go to ${publicUrl}/review/settings or use "Unsubscribe" in your mail program.`,
  }),
  'shared-reported': (
    _operator: Addressee,
    { publicUrl }: MailSettings,
    { path, reason }: { path: string; reason: string },
  ): MailContent => ({
    subject: 'A shared page was reported',
    preheader: 'A reader asks you to look at it.',
    heading: 'A shared page was reported',
    name: undefined,
    paragraphs: ['A reader reported a page that a learner shares. Their words:', reason],
    facts: [['Page', `${publicUrl}${path}`]],
    action: { label: 'Open the page', url: `${publicUrl}${path}` },
    small: `To end its link, run this where Lectern runs: npm run data:end-link -- ${publicUrl}${path}`,
  }),
} as const;

/** Creates a mail with this content to its addressee. */
export const mailOf = (to: Addressee, content: MailContent, { supportEmail }: MailSettings): Mail => ({
  to: to.email,
  subject: content.subject,
  text: textOf(content, supportEmail),
  html: htmlOf(content, supportEmail),
});
