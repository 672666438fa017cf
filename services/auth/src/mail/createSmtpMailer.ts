import { MailError, mailsAtOnce, type Mailer, type MailFailure } from './Mailer.ts';

/** Reads only those words and numbers from a library's error that cannot be addresses. */
const smtpFailureOf = (error: unknown): MailFailure => {
  const { code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  const word = (value: unknown) => (typeof value === 'string' && /^[A-Z0-9 _-]{1,32}$/.test(value) ? value : undefined);
  const [refusedCommand, answer] = [word(command), typeof responseCode === 'number' ? responseCode : undefined];
  return {
    code: word(code) ?? 'EUNKNOWN',
    isRefused: answer !== undefined,
    isPermanent: answer !== undefined && answer >= 500 && (refusedCommand === 'RCPT TO' || refusedCommand === 'DATA'),
    details: {
      ...(refusedCommand !== undefined && { command: refusedCommand }),
      ...(answer !== undefined && { responseCode: answer }),
    },
  };
};

/** A host name that always means this machine, as in URLs. */
const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:587`, or `smtps:`. A password is sent to another machine only over TLS. */
  smtpUrl: string;
  /** `Lectern <no-reply@lectern.example>` */
  from: string;
  /** The time limit for a connection, the greeting, and each command, in milliseconds. */
  timeoutMs?: number;
}

/** Creates a mailer that sends by SMTP over pooled connections. The library is loaded with the first mail. */
export function createSmtpMailer({ smtpUrl, from, timeoutMs = 10_000 }: SmtpMailerOptions): Mailer {
  let transport: Promise<{ sendMail: (mail: object) => Promise<unknown>; close: () => void }> | undefined;
  const host = /@([^\s<>]+)/.exec(from)?.[1] ?? 'lectern.invalid';
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    return createTransport({
      pool: true,
      maxConnections: mailsAtOnce,
      // Only the queue retries.
      maxRequeues: 0,
      host: hostname,
      port: port ? Number(port) : protocol === 'smtps:' ? 465 : 587,
      secure: protocol === 'smtps:',
      // Otherwise an attacker who removes STARTTLS from the server's answer could read the password.
      requireTLS: username !== '' && !thisMachine.test(hostname),
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
          // An object is used unchanged; a string would be parsed for several addresses.
          to: { name: '', address: to },
          ...mail,
          date,
          messageId: `<${id}@${host}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribeUrl !== undefined && {
              // On one line: some mail programs do not find the address in a folded header.
              'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        throw new MailError(smtpFailureOf(error));
      }
    },
    close() {
      void transport?.then((open) => open.close());
    },
  };
}
