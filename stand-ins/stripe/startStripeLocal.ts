import { Hono } from 'hono';
import { backoff } from '@lectern/service-kit/backoff';
import { serveLoopback, type LoopbackServer } from '../loopbackServer.ts';
import { Books } from './Books.ts';
import { createPaymentPages } from './createPaymentPages.ts';
import { createStripeApi } from './createStripeApi.ts';
import { Records } from './Records.ts';
import { WebhookSender } from './WebhookSender.ts';

/** Options of `startStripeLocal`. */
export interface StripeLocalOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** A loopback address. */
  readonly host: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly webhookUrl: string;
  /** The SQLite file with customers and subscriptions. Defaults to memory. */
  readonly file?: string;
  /** The time in milliseconds since 1970. */
  readonly clock?: () => number;
  /** Returns the pause after a number of failed deliveries, in milliseconds. Defaults to 0.5 s, 1 s, 2 s … up to 60 s. */
  readonly retryDelayMs?: (failures: number) => number;
  /** Called with errors of background work, such as a full disk. The work is then repeated. */
  readonly onProblem?: (error: unknown) => void;
  /** How long the pages' buttons wait for the webhooks, in milliseconds. Defaults to 2,000. */
  readonly acceptWaitMs?: number;
}

/** A running stand-in. */
export type StripeLocal = LoopbackServer;

/**
 * Starts the stand-in for Stripe: the API for the official SDK, the checkout and portal pages, and signed webhooks, which are retried until
 * they are accepted. Subscriptions renew and end by a button in the portal, not by the clock.
 * @throws Error if the port is taken or `host` is not loopback.
 */
export async function startStripeLocal(options: StripeLocalOptions): Promise<StripeLocal> {
  const { host, secretKey, webhookSecret, webhookUrl, clock = Date.now, acceptWaitMs = 2_000 } = options;
  const { onProblem = () => undefined, retryDelayMs = backoff({ firstMs: 500, longestMs: 60_000 }) } = options;
  const records = new Records(options.file);
  const app = new Hono();
  const server = await serveLoopback({ fetch: (request) => app.fetch(request), host, port: options.port });
  const sender = new WebhookSender({ records, url: webhookUrl, secret: webhookSecret, clock, retryDelayMs, onProblem });
  const publicUrl = `http://localhost:${server.port}`;
  const books = new Books({ records, clock, publicUrl, deliver: (events) => sender.send(events) });
  sender.resume();
  app.route('/', createStripeApi(books, secretKey));
  app.route('/', createPaymentPages(books, acceptWaitMs));
  return {
    port: server.port,
    async close() {
      sender.close();
      await server.close();
      records.close();
    },
  };
}
