import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { assertLoopback, serveLoopback } from '../loopbackServer.ts';
import type { Mail } from './Mail.ts';
import { mailboxPage } from './mailboxPage.ts';

/** How `startMailbox` starts. A port of 0 takes any free one. */
export interface MailboxOptions {
  readonly smtpPort: number;
  readonly pagePort: number;
  /** A loopback address. */
  readonly host: string;
  /** The time in milliseconds since 1970. */
  readonly clock?: () => number;
}

/** A running mailbox and where it listens. */
export interface Mailbox {
  readonly smtpPort: number;
  readonly pagePort: number;
  close(): Promise<void>;
}

const MAILS_KEPT_MAX = 500;
const MAIL_BYTES_MAX = 10_000_000;

const plain = (addresses: readonly (Address | undefined)[]): string[] =>
  addresses.flatMap((address) => address?.address ?? address?.group?.map((member) => member.address ?? '') ?? []);

/**
 * Starts a development mailbox: an SMTP server that accepts every message and delivers none, and a page that shows them. Messages
 * are kept in memory, the newest 500.
 * @throws Error when a port is taken or `host` is not loopback.
 */
export async function startMailbox({ smtpPort, pagePort, host, clock = Date.now }: MailboxOptions): Promise<Mailbox> {
  assertLoopback(host);
  const mails: Mail[] = [];

  const keep = async (message: Buffer, envelope: { from: string; to: readonly string[] }): Promise<void> => {
    const parsed = await PostalMime.parse(message);
    const sent = Date.parse(parsed.date ?? '');
    mails.push({
      from: plain([parsed.from]).join(', ') || envelope.from,
      to: plain(parsed.to ?? []).join(', ') || envelope.to.join(', '),
      subject: parsed.subject ?? '',
      text: (parsed.text ?? '').replaceAll('\r\n', '\n'),
      html: parsed.html ?? '',
      date: new Date(Number.isNaN(sent) ? clock() : sent).toISOString(),
    });
    mails.splice(0, Math.max(0, mails.length - MAILS_KEPT_MAX));
  };

  const smtp = new SMTPServer({
    banner: 'Lectern development mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    closeTimeout: 100,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        // The stream has to be read to its end also when it is too long, else the client never hears the answer.
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('error', done);
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The message is too long.'), { responseCode: 552 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        keep(Buffer.concat(chunks), envelope).then(() => done(), done);
      });
    },
  });
  // A client that drops its connection is no reason to stop.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(smtpPort, host, () => {
      smtp.server.removeListener('error', reject);
      resolve();
    });
  });
  const closeSmtp = (): Promise<void> => new Promise((resolve) => smtp.close(() => resolve()));

  const app = new Hono();
  app.get('/', () => mailboxPage(mails, randomBytes(16).toString('base64')));
  app.get('/email', (context) => context.json(mails, 200, { 'cache-control': 'no-store' }));
  app.delete('/email', (context) => {
    mails.length = 0;
    return context.body(null, 204);
  });
  try {
    const page = await serveLoopback({ fetch: app.fetch, host, port: pagePort });
    const address = smtp.server.address();
    return {
      smtpPort: typeof address === 'object' && address ? address.port : smtpPort,
      pagePort: page.port,
      async close() {
        await Promise.all([page.close(), closeSmtp()]);
      },
    };
  } catch (error) {
    await closeSmtp();
    throw error;
  }
}
