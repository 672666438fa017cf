/** One mail, ready to send. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Sends by SMTP over pooled connections; the library is loaded with the first mail. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  let transport: Promise<{ sendMail: (mail: object) => Promise<unknown>; close: () => void }> | undefined;
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    return createTransport({
      pool: true,
      host: hostname,
      port: port ? Number(port) : protocol === 'smtps:' ? 465 : 587,
      secure: protocol === 'smtps:',
      connectionTimeout: 10_000,
      socketTimeout: 20_000,
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    });
  };
  return {
    async send(mail) {
      transport ??= connect();
      await (await transport).sendMail({ from, ...mail });
    },
    close() {
      void transport?.then((open) => open.close());
    },
  };
}
