import { createHash } from 'node:crypto';
import type { DocumentStore } from '@lectern/document-store';
import { eventEntry } from '@lectern/service-kit';
import { stripeEventsCollection, type SubscriptionDocuments } from '../store.ts';
import type { CustomerSync } from './createCustomerSync.ts';
import type { FailedPayment, Payments } from './Payments.ts';

export interface EventReceiverDependencies {
  store: DocumentStore;
  subscriptions: SubscriptionDocuments;
  payments: Payments;
  syncCustomer: CustomerSync['syncCustomer'];
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
  /** Called for every event with a valid signature. */
  observeEvent?: (type: string, result: 'taken' | 'repeated' | 'failed') => void;
}

const eventsKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Receives the provider's signed events. */
export function createEventReceiver(dependencies: EventReceiverDependencies) {
  const { store, subscriptions, payments, syncCustomer, clock, send, observeEvent } = dependencies;
  const events = store.collection(stripeEventsCollection);

  /** Mails the learner once per payment attempt of an invoice, unless it was paid meanwhile. */
  const mailFailure = async (userId: string, { invoiceId, attempt, amount, currency }: FailedPayment): Promise<void> => {
    const eventId = createHash('sha256').update(`${invoiceId} ${attempt}`).digest('base64url');
    const document = await subscriptions.get(userId);
    if (!document || document.failuresTold?.includes(eventId) || !(await payments.isOpen(invoiceId))) return;
    const entry = eventEntry('auth', { type: 'payment.failed', eventId, userId, amount, currency });
    await subscriptions.update(
      userId,
      {
        append: { outbox: entry, failuresTold: eventId },
        increment: { outboxCount: 1, revision: 1 },
        set: { outboxSince: clock().toISOString() },
      },
      { hasNot: { failuresTold: eventId } },
    );
    send();
  };

  return {
    /** Handles a signed event. A repeated event has no further effect. @throws DomainError `bad_signature`, `invalid` */
    async receiveEvent(body: string, signature: string | undefined): Promise<{ received: boolean }> {
      const event = await payments.readEvent(body, signature);
      if (await events.get(event.id)) {
        observeEvent?.(event.type, 'repeated');
        return { received: true };
      }
      try {
        if (event.customerId) {
          const userId = await syncCustomer(event.customerId, event.type);
          if (userId !== undefined && event.failedPayment) await mailFailure(userId, event.failedPayment);
        }
        // Stored last: after a crash the event is repeated and does what is missing.
        await events.upsert({ _id: event.id, expiresAt: new Date(clock().getTime() + eventsKeptMs).toISOString() });
      } catch (error) {
        observeEvent?.(event.type, 'failed');
        throw error;
      }
      observeEvent?.(event.type, 'taken');
      return { received: true };
    },
  };
}
