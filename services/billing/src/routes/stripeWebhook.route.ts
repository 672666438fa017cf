import type { Context } from 'hono';
import { calls, sizes } from '@lectern/contracts';
import { DomainError, route } from '@lectern/service-kit';
import type { Subscriptions } from '../domain/createSubscriptions.ts';

interface SignedBody {
  text: string;
  signature: string | undefined;
}

/** The very bytes that were signed. @throws DomainError `too_large` */
async function readSigned(c: Context): Promise<{ body: SignedBody; hash: string }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (c.req.raw.body)
    for await (const chunk of c.req.raw.body) {
      length += chunk.length;
      if (length > sizes.webhookBytes) throw new DomainError('too_large', 'The event is too large.');
      chunks.push(chunk);
    }
  return { body: { text: Buffer.concat(chunks).toString('utf8'), signature: c.req.header('stripe-signature') }, hash: '' };
}

export const stripeWebhookRoute = (subscriptions: Subscriptions) =>
  route(calls.stripeWebhook, ({ body }: { body: SignedBody }) => subscriptions.receiveEvent(body.text, body.signature), readSigned);
