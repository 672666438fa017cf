/** A mail, ready to send. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one-click unsubscribe address of recurring mails (RFC 8058): one request ends them, without a confirmation. */
  unsubscribeUrl?: string;
}

/** Identifies a mail over several attempts. */
export interface MailMetadata {
  /** The request's id. The `Message-ID` is derived from it, so that receivers recognise a mail that is sent twice. */
  id: string;
  /** The time of the request. */
  date: Date;
}

/** The number of mails sent concurrently. */
export const mailsAtOnce = 5;

/**
 * Sends mails through one provider: `createSmtpMailer` through an SMTP server. The queue retries, mailers do not. `server.ts` chooses the mailer by
 * the settings of `packages/server/service-kit/src/settings.ts`; without them `npm start` runs the local mailbox
 * (`tools/start/prepareSite.process.ts`).
 */
export interface Mailer {
  /** Resolves when the provider has accepted the mail. @throws MailError */
  send(mail: Mail, metadata: MailMetadata): Promise<void>;
  close(): void;
}

/** The reason why a mail was not sent. */
export interface MailFailure {
  /** A word such as `ECONNECTION` or `EENVELOPE`. */
  code: string;
  /** Whether the provider answered and refused the mail, rather than being unreachable. */
  isRefused?: boolean;
  /** Whether it permanently refused this recipient or message. Refusals of the sign-in or sender do not count. */
  isPermanent?: boolean;
  /** The provider's answer in words and numbers without addresses, for the log. */
  details?: Readonly<Record<string, string | number>>;
}

/** The error of a mail. It contains no addresses, unlike the messages of mail libraries. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: string;
  readonly isRefused: boolean;
  readonly isPermanent: boolean;
  readonly details: Readonly<Record<string, string | number>>;

  constructor({ code, isRefused = false, isPermanent = false, details = {} }: MailFailure) {
    super(`The mail was not sent: ${[code, ...Object.values(details)].join(' ')}.`);
    this.code = code;
    this.isRefused = isRefused;
    this.isPermanent = isPermanent;
    this.details = details;
  }
}
