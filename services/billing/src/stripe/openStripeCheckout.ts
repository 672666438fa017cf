import type Stripe from 'stripe';

export interface CheckoutOptions {
  priceId: string;
  publicUrl: string;
  clock: () => Date;
}

/** An open checkout is reused only if it stays valid for this long, in milliseconds. */
const leastCheckoutMs = 30 * 60_000;
const openCheckouts = 100;

/** Opens a checkout, or reuses an open one of the same price. Expires all others, so that nobody pays twice. @returns its address */
export async function openStripeCheckout(
  stripe: Stripe,
  { customerId, userId }: { customerId: string; userId: string },
  { priceId, publicUrl, clock }: CheckoutOptions,
): Promise<string> {
  const successUrl = `${publicUrl}/subscription?success=true`;
  const open = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: openCheckouts });
  const earliestEnd = Math.floor((clock().getTime() + leastCheckoutMs) / 1_000);
  let url: string | null = null;
  for (const session of open.data) {
    const fits = session.metadata?.['priceId'] === priceId && session.success_url === successUrl && session.expires_at >= earliestEnd;
    if (fits && session.url && url === null) url = session.url;
    else await stripe.checkout.sessions.expire(session.id);
  }
  if (url !== null) return url;
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price: priceId, quantity: 1 }],
    metadata: { priceId },
    success_url: successUrl,
    cancel_url: `${publicUrl}/subscription?canceled=true`,
  });
  if (!session.url) throw new Error('Stripe gave no address for the checkout.');
  return session.url;
}
