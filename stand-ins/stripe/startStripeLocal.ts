import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { backoff } from '@lectern/service-kit/backoff';
import { serveLoopback } from '../loopbackServer.ts';
import { PaymentProvider } from './PaymentProvider.ts';
import { paymentPages } from './paymentPages.ts';
import { Records } from './Records.ts';
import { stripeApi } from './stripeApi.ts';
import { WebhookSender } from './WebhookSender.ts';

/** Options of `startStripeLocal`. */
export interface StripeLocalOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** A loopback address. */
  readonly host: string;
  /** The address of the pages for browsers; `http://localhost:<port>` when left out. */
  readonly publicUrl?: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
  /** The SQLite file of customers and subscriptions; in memory when left out. */
  readonly file?: string;
  /** The time in milliseconds since 1970. */
  readonly clock?: () => number;
  /** Random letters and digits for ids. */
  readonly newToken?: () => string;
  /** The pause after the given number of failed deliveries, in milliseconds; 0.5 s, 1 s, 2 s … up to 60 s when left out. */
  readonly retryDelayMs?: (failures: number) => number;
  /** Called with errors of background work, for example of a full disk. The work is repeated. Ignored when left out. */
  readonly onProblem?: (error: unknown) => void;
  /** How long `Subscribe` and the portal's buttons wait for the webhooks, in milliseconds; 2,000 when left out. */
  readonly acceptWaitMs?: number;
}

/** A running stand-in. */
export interface StripeLocal {
  readonly port: number;
  close(): Promise<void>;
}

const SETTLE_EVERY_MS = 30_000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Bytes from 248 on are dropped, so that every character is equally likely (248 is a multiple of 62). 48 bytes are enough for 24 characters,
// except once in 10^9 calls.
const randomToken = (): string =>
  [...randomBytes(48)]
    .filter((byte) => byte < 248)
    .slice(0, 24)
    .map((byte) => ALPHABET[byte % 62])
    .join('');

/**
 * Starts the stand-in for Stripe: the API for the official SDK, the checkout and portal pages, and signed webhooks, which are retried until
 * they are accepted.
 * @throws Error when the port is taken or `host` is not loopback.
 */
export async function startStripeLocal(options: StripeLocalOptions): Promise<StripeLocal> {
  const { host, secretKey, webhookSecret, webhookUrl, file, clock = Date.now, newToken = randomToken, acceptWaitMs = 2_000 } = options;
  const { onProblem = () => undefined } = options;
  const retryDelayMs = options.retryDelayMs ?? backoff({ firstMs: 500, longestMs: 60_000 });
  const app = new Hono();
  const server = await serveLoopback({ fetch: (request) => app.fetch(request), host, port: options.port });
  let records: Records;
  try {
    records = new Records(file);
  } catch (error) {
    await server.close();
    throw error;
  }
  const publicUrl = (options.publicUrl ?? `http://localhost:${server.port}`).replace(/(?<!\/)\/+$/, '');
  const sender = new WebhookSender({ records, url: webhookUrl, secret: webhookSecret, clock, retryDelayMs, onProblem });
  const provider = new PaymentProvider({
    records,
    clock,
    newToken,
    publicUrl,
    onEvent: (event) => sender.add(event),
    deliver: (events) => sender.send(events),
  });
  sender.resume();
  provider.settle();
  app.route('/', stripeApi({ provider, records, secretKey, clock, newToken }));
  app.route('/', paymentPages({ provider, acceptWaitMs }));
  // Due work is done also while no request comes.
  const timer = setInterval(() => {
    try {
      provider.settle();
    } catch (error) {
      onProblem(error);
    }
  }, SETTLE_EVERY_MS).unref();
  return {
    port: server.port,
    async close() {
      clearInterval(timer);
      sender.close();
      await server.close();
      records.close();
    },
  };
}
