import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { assertLoopback, serveLoopback } from '../loopbackServer.ts';
import type { Mail } from './Mail.ts';
import { mailboxPage } from './mailboxPage.ts';
import { readMail } from './readMail.ts';
import { startSmtp } from './startSmtp.ts';

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

const MAILS_KEPT_MAX = 500;
const NONCE_BYTES = 16;

/**
 * Starts a development mailbox: an SMTP server that accepts every message and delivers none, and a page that shows them. Messages
 * are kept in memory, the newest 500.
 * @throws Error when a port is taken or `host` is not loopback.
 */
export async function startMailbox({ smtpPort, pagePort, host, clock = Date.now }: MailboxOptions): Promise<Mailbox> {
  assertLoopback(host);
  const mails: Mail[] = [];

  const smtp = await startSmtp({
    port: smtpPort,
    host,
    async received(message, envelope) {
      mails.push(await readMail(message, envelope, clock()));
      mails.splice(0, Math.max(0, mails.length - MAILS_KEPT_MAX));
    },
  });

  const app = new Hono();
  app.get('/', () => mailboxPage(mails, randomBytes(NONCE_BYTES).toString('base64')));
  app.get('/email', (context) => context.json(mails, 200, { 'cache-control': 'no-store' }));
  app.delete('/email', (context) => {
    mails.length = 0;
    return context.body(null, 204);
  });
  try {
    const page = await serveLoopback({ fetch: app.fetch, host, port: pagePort });
    return {
      smtpPort: smtp.port,
      pagePort: page.port,
      async close() {
        await Promise.all([page.close(), smtp.close()]);
      },
    };
  } catch (error) {
    await smtp.close();
    throw error;
  }
}
