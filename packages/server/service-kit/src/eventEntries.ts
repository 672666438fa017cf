import * as z from 'zod/mini';
import { internalPaths, ServiceEvent, type ServiceName } from '@lectern/contracts';
import type { InternalClient } from './internalClient.ts';
import type { OutboxEntry } from './outboxEntries.ts';
import { currentRequest } from './requestContext.ts';

/** The timeout of a delivery, in milliseconds; the outbox retries. */
const timeoutMs = 5_000;

/** Creates the outbox entry that sends an event to another service. */
export const eventEntry = (to: ServiceName, event: ServiceEvent): OutboxEntry => {
  const requestId = currentRequest()?.requestId;
  return {
    _id: `${event.eventId}-${to}`,
    kind: 'event',
    to,
    payload: JSON.stringify(event),
    ...(requestId !== undefined && { requestId }),
  };
};

/** Delivers an event's entry. */
export const deliverEvent =
  (call: InternalClient) =>
  async (entry: OutboxEntry): Promise<void> => {
    const body = z.parse(ServiceEvent, JSON.parse(entry.payload));
    await call({ to: entry.to as ServiceName, path: internalPaths.events, method: 'POST', body, answer: z.object({}), timeoutMs });
  };
