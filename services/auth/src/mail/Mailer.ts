/** One mail, ready to send. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe address of recurring mails (RFC 8058): one request ends them, without a confirmation. */
  unsubscribeUrl?: string;
}

/** Identifies a mail, also when it is sent again. */
export interface MailMetadata {
  /** The request's id. The `Message-ID` is made of it, so that receivers recognise a mail that is sent twice. */
  id: string;
  /** When it was requested. */
  date: Date;
}

/** Mails that are sent at once. */
export const mailsAtOnce = 5;

/**
 * Sends mails through one provider: `createSmtpMailer` through an SMTP server. The queue retries, a mailer does not. `server.ts` chooses it by the
 * settings of `packages/server/service-kit/src/settings.ts`; `npm start` runs the local mailbox without them (`tools/start/prepareSite.process.ts`).
 */
export interface Mailer {
  /** Resolves when the provider has accepted the mail. @throws MailError */
  send(mail: Mail, metadata: MailMetadata): Promise<void>;
  close(): void;
}

/** Why a mail was not sent. */
export interface MailFailure {
  /** A word such as `ECONNECTION` or `EENVELOPE`. */
  code: string;
  /** The provider answered and refused the mail; otherwise it was not reached. */
  isRefused?: boolean;
  /** It refused this recipient or message for good. Refusals of our sign-in or sender do not count. */
  isPermanent?: boolean;
  /** What the provider said, in words and numbers without addresses; logged. */
  details?: Readonly<Record<string, string | number>>;
}

/** The error of a mail. It has no addresses, unlike the messages of mail libraries. */
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
