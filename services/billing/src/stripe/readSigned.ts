import type { Context } from 'hono';
import { sizes } from '@lectern/contracts';
import { DomainError, type ReadBody } from '@lectern/service-kit';

/** A raw Stripe event: the signed bytes and the signature. */
interface SignedBody {
  text: string;
  signature: string | undefined;
}

/** Reads the signed bytes unchanged. @throws DomainError `too_large` */
export async function readSigned(c: Context): Promise<ReadBody<SignedBody>> {
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
