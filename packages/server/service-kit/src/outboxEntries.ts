import * as z from 'zod/mini';
import type { Identified } from '@lectern/document-store';
import { currentRequest } from './requestContext.ts';

/** The fields of a document with an outbox. The entry is stored in the document that causes it, so that both are one write. */
export const outboxFields = {
  outbox: z.array(
    z.object({
      _id: z.string(),
      kind: z.string(),
      to: z.optional(z.string()),
      payload: z.string(),
      requestId: z.optional(z.string()),
    }),
  ),
  outboxCount: z.int(),
  /** Set while the outbox has entries. */
  outboxSince: z.optional(z.string()),
};
export const outboxIndex = { byOutbox: { fields: ['outboxSince', '_id'] } } as const;

export interface OutboxEntry {
  _id: string;
  /** The kind of effect: `event`, `mail`, … */
  kind: string;
  /** The receiver, if there are several. */
  to?: string | undefined;
  /** The content, as JSON. */
  payload: string;
  /** The id of the causing request, under which the receiver logs. */
  requestId?: string | undefined;
}

/** A document with an outbox. */
export interface WithOutbox extends Identified {
  outbox: OutboxEntry[];
  outboxCount: number;
  outboxSince?: string | undefined;
}

const withRequestId = (entry: OutboxEntry): OutboxEntry => {
  const requestId = entry.requestId ?? currentRequest()?.requestId;
  return { ...entry, ...(requestId !== undefined && { requestId }) };
};

/** The outbox of a new document. */
export const outboxOf = (entries: readonly OutboxEntry[], now: Date) => ({
  outbox: entries.map(withRequestId),
  outboxCount: entries.length,
  ...(entries.length > 0 && { outboxSince: now.toISOString() }),
});
