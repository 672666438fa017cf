import * as z from 'zod/mini';
import type { Identified } from '@lectern/document-store';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { currentRequest, inRequest } from './requestContext.ts';

/** Fields of a document with an outbox. The entry is stored in the document that causes it, so one write makes both. */
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
  /** The receiver, where there are several. */
  to?: string | undefined;
  /** The content, as JSON. */
  payload: string;
  /** The id of the causing request; the receiver logs under it. */
  requestId?: string | undefined;
}

interface WithOutbox extends Identified {
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

export interface Outbox {
  /** Delivers waiting entries now. Retries follow by themselves. */
  flush(): void;
  /** Resolves when nothing is in flight. For tests and shutdown. */
  idle(): Promise<void>;
  /** Finishes deliveries in flight, for 1.5 s at most. The others stay, as after a crash. */
  stop(): Promise<void>;
}

/** The part of a collection that an outbox needs; its documents have the outbox's fields and index. */
interface OutboxCollection<T extends WithOutbox> {
  readonly name: string;
  find(index: 'byOutbox', options: { atMost: string; limit: number }): Promise<T[]>;
  update(
    id: string,
    change: { increment?: { outboxCount: number }; remove?: { outbox: { _id: string } }; unset?: readonly 'outboxSince'[] },
    guard: { has?: { outbox: string }; equals?: { outboxCount: number } },
  ): Promise<T | undefined>;
}

interface OutboxOptions<T extends WithOutbox> {
  collection: OutboxCollection<T>;
  /** Delivers one entry. It is retried when this rejects. */
  deliver: (entry: OutboxEntry, document: T) => Promise<void>;
  /** Called when a document's last entry was delivered, and again after a crash in it. Deletes tombstones, for example. */
  emptied?: (document: T) => Promise<void>;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
  /** A monotonic clock for the pauses between retries, in milliseconds; `performance.now` when left out. */
  monotonic?: () => number;
}

/** Later than any stored time: every document in the index is pending, whatever the clock says. */
const endOfTime = '9999-12-31T23:59:59.999Z';
/** Documents read at once, the oldest first: the most that a store answers. */
const seenAtOnce = 1_000;
/** Documents in flight to one receiver. */
const underWayAtOnce = 200;
const stopMs = 1_500;

/** Metrics of an outbox: waiting documents, the age of the oldest, and outcomes. An outbox is named by its collection. */
function createOutboxMetrics(metrics: Metrics, outbox: string, clock: () => Date) {
  const labels = ['outbox'] as const;
  const waiting = metrics.gauge({
    name: 'lectern_outbox_entries',
    help: 'Entries that were waiting at the last look, up to 1,000 documents.',
    labels,
  });
  const age = metrics.gauge({ name: 'lectern_outbox_oldest_seconds', help: 'How long the oldest of them has been waiting.', labels });
  const deliveries = metrics.counter({
    name: 'lectern_outbox_deliveries_total',
    help: 'Tries to deliver an entry: mails, events to services, orders to Stripe.',
    labels: ['outbox', 'kind', 'result'],
  });
  return {
    looked(due: readonly WithOutbox[]): void {
      const oldest = due.reduce((least, { outboxSince }) => Math.min(least, Date.parse(outboxSince ?? '') || Infinity), Infinity);
      waiting.set(
        { outbox },
        due.reduce((sum, document) => sum + document.outbox.length, 0),
      );
      age.set({ outbox }, Math.max(0, (clock().getTime() - Math.min(oldest, clock().getTime())) / 1_000));
    },
    tried: (kind: string, result: 'delivered' | 'failed'): void => deliveries.inc({ outbox, kind, result }),
  };
}

/**
 * Delivers the outbox entries of one collection: at once after `flush`, then every second, with a backoff of up to 30 s per entry, until each
 * is delivered. Entries of one document for one receiver are delivered in order, at least once. A receiver that is down delays its own
 * entries, and later entries of the same document for as long as one attempt takes. Other documents go on, as long as no more than 1,000
 * wait.
 */
export function createOutbox<T extends WithOutbox>(options: OutboxOptions<T>): Outbox {
  const { collection, deliver, emptied, metrics, log, clock, monotonic = () => performance.now() } = options;
  const outboxMetrics = createOutboxMetrics(metrics, collection.name, clock);
  const waits = new Map<string, { until: number; tries: number }>();
  /** By document id, so that no document is handled twice at once in this process. */
  const underWay = new Map<string, { to: string | undefined; lookAgain: boolean; work: Promise<void> }>();
  let looking: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let abandoned = false;

  const remove = (document: T, entry: OutboxEntry): Promise<T | undefined> =>
    collection.update(
      document._id,
      { increment: { outboxCount: -1 }, remove: { outbox: { _id: entry._id } } },
      { has: { outbox: entry._id } },
    );

  const isWaiting = (id: string): boolean => (waits.get(id)?.until ?? -Infinity) > monotonic();
  const putOff = (id: string, fields: object, error: unknown): void => {
    const tries = (waits.get(id)?.tries ?? 0) + 1;
    waits.set(id, { tries, until: monotonic() + Math.min(30_000, 500 * 2 ** Math.min(tries, 6)) });
    if (tries === 1 || tries % 10 === 0) log('warn', 'outbox.retry', { ...fields, tries, error });
  };

  /** Called after the last entry. The document stays due until `emptied` has ended, so that a crash in it is repeated. */
  const settle = async (document: T): Promise<void> => {
    if (isWaiting(document._id)) return;
    try {
      await emptied?.(document);
      await collection.update(document._id, { unset: ['outboxSince'] }, { equals: { outboxCount: 0 } });
      waits.delete(document._id);
    } catch (error) {
      putOff(document._id, { kind: 'emptied' }, error);
    }
  };

  /** The entries of a document that can be delivered now. Entries for one receiver wait behind an earlier one. */
  const nextOf = (document: T): { to: string | undefined } | undefined => {
    if (document.outbox.length === 0) return isWaiting(document._id) ? undefined : { to: undefined };
    const held = new Set<string | undefined>();
    for (const { _id, to } of document.outbox) {
      if (held.has(to)) continue;
      if (!isWaiting(_id)) return { to };
      held.add(to);
    }
    return undefined;
  };

  const workOn = async (document: T): Promise<void> => {
    // A receiver that is down delays its own entries only.
    const held = new Set<string | undefined>();
    let left: T | undefined = document;
    for (const entry of document.outbox) {
      if (abandoned) return;
      if (held.has(entry.to)) continue;
      if (isWaiting(entry._id)) {
        held.add(entry.to);
        continue;
      }
      try {
        // Outside of the request's context: the entry may have been caused by another request than the one that flushed.
        await inRequest({ requestId: entry.requestId ?? entry._id }, () => deliver(entry, document));
        outboxMetrics.tried(entry.kind, 'delivered');
        left = await remove(document, entry);
        waits.delete(entry._id);
      } catch (error) {
        outboxMetrics.tried(entry.kind, 'failed');
        putOff(entry._id, { requestId: entry.requestId, kind: entry.kind, to: entry.to }, error);
        held.add(entry.to);
      }
    }
    if (left?.outboxCount === 0) await settle(left);
  };

  const begin = (document: T, to: string | undefined): void => {
    const job = { to, lookAgain: false, work: Promise.resolve() };
    underWay.set(document._id, job);
    job.work = workOn(document)
      .catch((error: unknown) => log('error', 'outbox.failed', { error }))
      .finally(() => {
        underWay.delete(document._id);
        if (job.lookAgain) flush();
      });
  };

  /** Another process may have delivered it. */
  const forgetWaitsOfOthers = (due: readonly T[]): void => {
    if (waits.size === 0) return;
    const pending = new Set(due.flatMap(({ _id, outbox }) => [_id, ...outbox.map((entry) => entry._id)]));
    for (const id of waits.keys()) if (!pending.has(id)) waits.delete(id);
  };

  const look = async (): Promise<void> => {
    // Documents in flight when the page was read may be outdated.
    const before = new Set(underWay.keys());
    const due = await collection.find('byOutbox', { atMost: endOfTime, limit: seenAtOnce });
    outboxMetrics.looked(due);
    forgetWaitsOfOthers(due);
    const atWork = new Map<string | undefined, number>();
    for (const { to } of underWay.values()) atWork.set(to, (atWork.get(to) ?? 0) + 1);
    for (const document of due) {
      if (before.has(document._id)) {
        // The document may have got new entries meanwhile.
        const job = underWay.get(document._id);
        if (job) job.lookAgain = true;
        else again = true;
        continue;
      }
      const next = nextOf(document);
      const count = next && (atWork.get(next.to) ?? 0);
      if (!next || count === undefined || count >= underWayAtOnce) continue;
      atWork.set(next.to, count + 1);
      begin(document, next.to);
    }
  };

  const flush = (): void => {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    looking = look()
      .catch((error: unknown) => log('error', 'outbox.failed', { error }))
      .finally(() => {
        looking = undefined;
        if (again) {
          again = false;
          flush();
        }
      });
  };

  const idle = async (): Promise<void> => {
    while (looking ?? underWay.size > 0) await Promise.all([looking, ...[...underWay.values()].map(({ work }) => work)]);
  };

  const timer = setInterval(flush, 1000);
  timer.unref();

  return {
    flush,
    idle,
    async stop() {
      stopped = true;
      clearInterval(timer);
      let patience: NodeJS.Timeout | undefined;
      const impatience = new Promise<void>((resolve) => (patience = setTimeout(resolve, stopMs)));
      await Promise.race([idle(), impatience]);
      clearTimeout(patience);
      abandoned = true;
    },
  };
}
