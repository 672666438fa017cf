import { createHash } from 'node:crypto';
import { eventEntry } from '@lectern/service-kit';
import type { BillingContext } from '../BillingContext.ts';
import type { FailedPayment } from './Payments.ts';
import { syncCustomer } from './syncPlan.ts';

const eventsKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Mails the learner once per payment attempt of an invoice, unless it was paid since. */
async function mailFailure(billing: BillingContext, userId: string, failed: FailedPayment): Promise<void> {
  const { store, payments, clock } = billing;
  const { invoiceId, attempt, amount, currency } = failed;
  const eventId = createHash('sha256').update(`${invoiceId} ${attempt}`).digest('base64url');
  const document = await store.subscriptions.get(userId);
  if (!document || document.failuresTold?.includes(eventId) || !(await payments.isOpen(invoiceId))) return;
  const entry = eventEntry('auth', { type: 'payment.failed', eventId, userId, amount, currency });
  await store.subscriptions.update(
    userId,
    {
      append: { outbox: entry, failuresTold: eventId },
      increment: { outboxCount: 1, revision: 1 },
      set: { outboxSince: clock().toISOString() },
    },
    { hasNot: { failuresTold: eventId } },
  );
  billing.flushOutboxes();
}

/** Handles a signed event. A repeated event has no further effect. @throws DomainError `bad_signature`, `invalid` */
export async function receiveStripeEvent(
  billing: BillingContext,
  body: string,
  signature: string | undefined,
): Promise<{ received: boolean }> {
  const { store, payments, observeEvent, clock } = billing;
  const event = await payments.readEvent(body, signature);
  if (await store.stripeEvents.get(event.id)) {
    observeEvent(event.type, 'repeated');
    return { received: true };
  }
  try {
    if (event.customerId) {
      const userId = await syncCustomer(billing, event.customerId, event.type);
      if (userId !== undefined && event.failedPayment) await mailFailure(billing, userId, event.failedPayment);
    }
    // Stored last: after a crash the event is repeated and completes the missing steps.
    await store.stripeEvents.upsert({ _id: event.id, expiresAt: new Date(clock().getTime() + eventsKeptMs).toISOString() });
  } catch (error) {
    observeEvent(event.type, 'failed');
    throw error;
  }
  observeEvent(event.type, 'taken');
  return { received: true };
}
