/** One mail, ready to send. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Of mails that come again and again: a request to it ends them, without a further question (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Identifies a mail, also when it is sent again. */
export interface Posting {
  /** The request's id. The `Message-ID` is made of it, so that receivers recognise a mail that is sent twice. */
  id: string;
  /** When it was requested. */
  date: Date;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. @throws MailError */
  send(mail: Mail, posting: Posting): Promise<void>;
  close(): void;
}

/** The error of a mail. It has no addresses, unlike the messages of the mail library. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** `ECONNECTION`, `EENVELOPE` and the like. */
  readonly code: string;
  /** The refused SMTP command: `RCPT TO`. */
  readonly command: string | undefined;
  /** The server's answer code: 450, 550. */
  readonly responseCode: number | undefined;

  constructor({ code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown }) {
    const word = (value: unknown) => (typeof value === 'string' && /^[A-Z0-9 _-]{1,32}$/.test(value) ? value : undefined);
    const fields = {
      code: word(code) ?? 'EUNKNOWN',
      command: word(command),
      responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    };
    super(
      `The mail was not sent: ${Object.values(fields)
        .filter((field) => field !== undefined)
        .join(' ')}.`,
    );
    this.code = fields.code;
    this.command = fields.command;
    this.responseCode = fields.responseCode;
  }

  /** Whether the server has permanently refused this recipient or message. Refusals of our sign-in or sender do not count. */
  get isPermanent(): boolean {
    return this.responseCode !== undefined && this.responseCode >= 500 && (this.command === 'RCPT TO' || this.command === 'DATA');
  }
}

const detailsOf = (error: unknown): object => (typeof error === 'object' && error !== null ? error : {});

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:587`, or `smtps:`. */
  smtpUrl: string;
  /** `Lectern <no-reply@lectern.example>` */
  from: string;
  /** The time limit for a connection, the greeting, and each command, in milliseconds. */
  timeoutMs?: number;
}

/** Mails that are sent at once. */
export const mailConnections = 5;

/** Sends by SMTP over pooled connections; the library is loaded with the first mail. */
export function createSmtpMailer({ smtpUrl, from, timeoutMs = 10_000 }: SmtpMailerOptions): Mailer {
  let transport: Promise<{ sendMail: (mail: object) => Promise<unknown>; close: () => void }> | undefined;
  const host = /@([^\s<>]+)/.exec(from)?.[1] ?? 'lectern.invalid';
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    return createTransport({
      pool: true,
      maxConnections: mailConnections,
      // Retries are made by the queue only.
      maxRequeues: 0,
      host: hostname,
      port: port ? Number(port) : protocol === 'smtps:' ? 465 : 587,
      secure: protocol === 'smtps:',
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    });
  };
  return {
    async send({ to, unsubscribeUrl, ...mail }, { id, date }) {
      transport ??= connect();
      try {
        await (
          await transport
        ).sendMail({
          from,
          // An object is used as it is; a string would be parsed for several addresses.
          to: { name: '', address: to },
          ...mail,
          date,
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribeUrl !== undefined && {
              // In one line: programs that look for the address do not all join folded ones.
              'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        throw new MailError(detailsOf(error));
      }
    },
    close() {
      void transport?.then((open) => open.close());
    },
  };
}
