import * as z from 'zod/mini';
import { internalPaths, ServiceEvent, type ServiceName } from '@lectern/contracts';
import type { InternalClient } from './internalClient.ts';
import type { OutboxEntry } from './outbox.ts';
import { currentRequest } from './requestContext.ts';

/** Longest that a receiver may take; the outbox tries again. */
const timeoutMs = 5_000;

/** The order, in a document's outbox, to tell another service of an event. */
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

/** Carries out such an order. */
export const deliverEvent =
  (call: InternalClient) =>
  async (entry: OutboxEntry): Promise<void> => {
    const body = z.parse(ServiceEvent, JSON.parse(entry.payload));
    await call({ to: entry.to as ServiceName, path: internalPaths.events, method: 'POST', body, answer: z.object({}), timeoutMs });
  };
