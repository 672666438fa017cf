import * as z from 'zod/mini';
import type { Identified } from '@lectern/document-store';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { currentRequest, inRequest } from './requestContext.ts';

/** Fields of a document that can cause effects elsewhere: the entry stands in it, so that one write makes both. */
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
  /** There while the outbox holds something. */
  outboxSince: z.optional(z.string()),
};
export const outboxIndex = { byOutbox: { fields: ['outboxSince', '_id'] } } as const;

export interface OutboxEntry {
  _id: string;
  /** What is to be done: `event`, `mail`, … */
  kind: string;
  /** For whom, where there are several. */
  to?: string | undefined;
  /** JSON. */
  payload: string;
  /** The request that caused it: the receiver logs under the same id. */
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
  /** Delivers now what is waiting; later tries follow by themselves. */
  flush(): void;
  /** Resolves when nothing is being delivered. For tests and shutdown. */
  idle(): Promise<void>;
  /** Ends what is under way, for 1.5 s at most: what is not through by then stays, as after a crash. */
  stop(): Promise<void>;
}

/** What an outbox needs of a collection whose documents have its fields and its index. */
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
  /** Delivers one entry; a rejection means that it is tried again. */
  deliver: (entry: OutboxEntry, document: T) => Promise<void>;
  /** Called when a document's last entry was delivered, again after a crash in it: where a tombstone is deleted. */
  emptied?: (document: T) => Promise<void>;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
  /** Milliseconds that only ever grow, for the pauses between tries; `performance.now` when left out. */
  monotonic?: () => number;
}

/** Later than any time that is stored: what is in the index is pending, whatever the clock says. */
const endOfTime = '9999-12-31T23:59:59.999Z';
/** Documents that a look sees, the oldest first: as many as a store answers at once. */
const seenAtOnce = 1_000;
/** Documents under way to one receiver. */
const underWayAtOnce = 200;
const stopMs = 1_500;

/** How much waits, for how long, and what comes of it. An outbox is named by its collection. */
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
 * Sends what documents of one collection have in their outbox: at once after `flush`, again every second (backing off to 30 s
 * an entry) until it is delivered. Entries of one document for one receiver go in order; a receiver may get one twice, never none.
 * A receiver that is down or silent holds up what is for it, and of the same document what stands behind it for as long as one try
 * takes; other documents go on, as long as no more than 1,000 wait.
 */
export function createOutbox<T extends WithOutbox>(options: OutboxOptions<T>): Outbox {
  const { collection, deliver, emptied, metrics, log, clock, monotonic = () => performance.now() } = options;
  const outboxMetrics = createOutboxMetrics(metrics, collection.name, clock);
  const waits = new Map<string, { until: number; tries: number }>();
  /** By the document's id, so that none is worked on twice at once in this process. */
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

  /** The last entry is out. The document stays due until `emptied` has come to its end, so that a crash in it is made up for. */
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

  /** What of a document can be tried now, and for whom. Behind an entry that waits, those for the same receiver wait, too. */
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
    // One receiver that is down holds up its own entries only.
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
        // Outside of any request: a look may be begun by one and deliver what another one caused.
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

  /** Another process may have delivered what waits here. */
  const forgetWaitsOfOthers = (due: readonly T[]): void => {
    if (waits.size === 0) return;
    const pending = new Set(due.flatMap(({ _id, outbox }) => [_id, ...outbox.map((entry) => entry._id)]));
    for (const id of waits.keys()) if (!pending.has(id)) waits.delete(id);
  };

  const look = async (): Promise<void> => {
    // What was under way before the documents were read may have been read as it was before.
    const before = new Set(underWay.keys());
    const due = await collection.find('byOutbox', { atMost: endOfTime, limit: seenAtOnce });
    outboxMetrics.looked(due);
    forgetWaitsOfOthers(due);
    const atWork = new Map<string | undefined, number>();
    for (const { to } of underWay.values()) atWork.set(to, (atWork.get(to) ?? 0) + 1);
    for (const document of due) {
      if (before.has(document._id)) {
        // It may have got entries meanwhile.
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
