import type Stripe from 'stripe';
import { hasCode, idOf, isGone, unlessDone } from './stripeObjects.ts';

/** Refunds the payments of an invoice. */
const refund = async (stripe: Stripe, invoice: string): Promise<void> => {
  const paid = await stripe.invoicePayments.list({ invoice, status: 'paid' });
  for (const { payment } of paid.data)
    if (payment.payment_intent) {
      const intent = idOf(payment.payment_intent);
      await unlessDone(
        stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' }, { idempotencyKey: `refund-${intent}` }),
        (error) => hasCode(error, 'charge_already_refunded'),
      );
    }
};

/** Voids open invoices of a subscription, and ends it. */
export const endNow = async (stripe: Stripe, subscriptionId: string, { givesBack }: { givesBack: boolean }): Promise<void> => {
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  if (latest && typeof latest !== 'string') {
    if (latest.status === 'open') await stripe.invoices.voidInvoice(latest.id);
    // Refunded first: after a crash in between, the subscription is still a duplicate and is handled again.
    if (givesBack) await refund(stripe, latest.id);
  }
  await unlessDone(stripe.subscriptions.cancel(subscriptionId), isGone);
};

/** Ends a subscription immediately and deletes its customer. A missing one counts as ended. */
export const endForGood = async (stripe: Stripe, subscriptionId: string): Promise<void> => {
  try {
    const { customer } = await stripe.subscriptions.retrieve(subscriptionId);
    await unlessDone(stripe.subscriptions.cancel(subscriptionId), isGone);
    await unlessDone(stripe.customers.del(idOf(customer)), isGone);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
};
