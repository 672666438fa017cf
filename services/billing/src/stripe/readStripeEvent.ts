import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { DomainError } from '@lectern/service-kit';
import type { ProviderEvent } from '../domain/Payments.ts';
import { idOf } from './stripeObjects.ts';

/** A signed event older than this is a replay, in seconds. */
const signatureKeptSeconds = 300;

/** The used fields of an event: `customer` is an id, an expanded customer, or absent. */
const SignedEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.optional(z.string()),
      object: z.optional(z.string()),
      customer: z.optional(z.nullable(z.union([z.string(), z.object({ id: z.string() })]))),
    }),
  }),
});
const FailedInvoice = z.object({
  id: z.string(),
  attempt_count: z.int(),
  amount_remaining: z.int(),
  currency: z.string(),
  billing_reason: z.nullable(z.string()),
});

/** Returns a failed renewal. A failed first payment is not reported, because the checkout page shows it. */
const failedPaymentOf = (type: string, object: unknown): ProviderEvent['failedPayment'] => {
  if (type !== 'invoice.payment_failed') return undefined;
  const invoice = z.safeParse(FailedInvoice, object);
  if (!invoice.success || invoice.data.billing_reason === 'subscription_create') return undefined;
  const { id: invoiceId, attempt_count: attempt, amount_remaining: amount, currency } = invoice.data;
  return { invoiceId, attempt, amount, currency };
};

/** Parses the event of a signed body. @throws DomainError `bad_signature`; `invalid` if the signed body is not an event */
export function readStripeEvent(
  stripe: Stripe,
  { body, signature }: { body: string; signature: string | undefined },
  webhookSecret: string,
  now: Date,
): ProviderEvent {
  let signed: Stripe.Event;
  try {
    signed = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, signatureKeptSeconds, undefined, now.getTime());
  } catch (error) {
    throw new DomainError('bad_signature', 'The signature does not fit, or is too old.', { cause: error });
  }
  const parsed = z.safeParse(SignedEvent, signed);
  if (!parsed.success) throw new DomainError('invalid', 'This is no event.', { cause: parsed.error });
  const { id, type, data } = parsed.data;
  const about = data.object;
  const customer = about.object === 'customer' ? about.id : about.customer;
  const failedPayment = failedPaymentOf(type, signed.data.object);
  return { id, type, customerId: customer ? idOf(customer) : undefined, ...(failedPayment && { failedPayment }) };
}
