import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { SMTPServer } from 'smtp-server';
import { assertLoopback, serveLoopback } from '../loopbackServer.ts';
import { mailboxPage } from './mailboxPage.ts';
import { readMail, type Envelope, type Mail } from './readMail.ts';

/** Options of `startMailbox`. A port of 0 takes any free port. */
export interface MailboxOptions {
  readonly smtpPort: number;
  readonly pagePort: number;
  /** A loopback address. */
  readonly host: string;
  /** The time in milliseconds since 1970. */
  readonly clock?: () => number;
}

/** A running mailbox and its ports. */
export interface Mailbox {
  readonly smtpPort: number;
  readonly pagePort: number;
  close(): Promise<void>;
}

const mailsKeptMax = 500;
const mailBytesMax = 10_000_000;
const messageTooLong = 552;
/** How long open SMTP connections may continue on shutdown, in milliseconds. */
const closeTimeoutMs = 100;

/** An SMTP server that accepts every message of up to 10 MB, without authentication or encryption. */
const newSmtpServer = (received: (message: Buffer, envelope: Envelope) => Promise<void>): SMTPServer =>
  new SMTPServer({
    banner: 'Lectern development mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mailBytesMax,
    closeTimeout: closeTimeoutMs,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const receive = async (): Promise<void> => {
        // Reads a message that is too long to its end; otherwise the client would not receive the reply.
        const chunks: Buffer[] = [];
        for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
        if (stream.sizeExceeded) throw Object.assign(new Error('The message is too long.'), { responseCode: messageTooLong });
        await received(Buffer.concat(chunks), { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) });
      };
      receive().then(() => done(), done);
    },
  });

const listen = (server: SMTPServer, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      // Later errors concern single connections, such as a client that hangs up.
      server.on('error', () => undefined);
      resolve((server.server.address() as AddressInfo).port);
    });
  });

/**
 * Starts a development mailbox: an SMTP server that accepts every message and delivers none, and a page that shows the newest 500, which
 * are kept in memory.
 * @throws Error when a port is taken or `host` is not loopback.
 */
export async function startMailbox({ smtpPort, pagePort, host, clock = Date.now }: MailboxOptions): Promise<Mailbox> {
  assertLoopback(host);
  const mails: Mail[] = [];
  const smtp = newSmtpServer(async (message, envelope) => {
    mails.push(await readMail(message, envelope, clock()));
    mails.splice(0, Math.max(0, mails.length - mailsKeptMax));
  });
  const port = await listen(smtp, smtpPort, host);
  const closeSmtp = () => new Promise<void>((resolve) => smtp.close(resolve));

  const app = new Hono();
  app.get('/', () => mailboxPage(mails, randomBytes(16).toString('base64')));
  app.get('/email', (context) => context.json(mails, 200, { 'cache-control': 'no-store' }));
  app.delete('/email', (context) => {
    mails.length = 0;
    return context.body(null, 204);
  });
  try {
    const page = await serveLoopback({ fetch: app.fetch, host, port: pagePort });
    const close = async (): Promise<void> => void (await Promise.all([page.close(), closeSmtp()]));
    return { smtpPort: port, pagePort: page.port, close };
  } catch (error) {
    await closeSmtp();
    throw error;
  }
}
