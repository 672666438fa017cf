import { backoff } from './backoff.ts';
import { OutboxMetrics } from './OutboxMetrics.ts';
import { createPollLoop, type BackgroundQueue, type Polling } from './createPollLoop.ts';
import { RetryPauses } from './RetryPauses.ts';
import { deliverOutbox, nextReceiver, type OutboxCollection } from './deliverOutbox.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { OutboxEntry, WithOutbox } from './outboxEntries.ts';

export type Outbox = BackgroundQueue;

export interface OutboxOptions<T extends WithOutbox> {
  collection: OutboxCollection<T>;
  /** Delivers one entry. It is retried if this rejects. */
  deliver: (entry: OutboxEntry, document: T) => Promise<void>;
  /** Called after a document's last entry was delivered, and again if the process crashed meanwhile. Deletes tombstones, for example. */
  emptied?: (document: T) => Promise<void>;
  metrics: Metrics;
  log: Log;
  clock: () => Date;
  /** A monotonic clock for the pauses between retries, in milliseconds. Defaults to `performance.now`. */
  monotonic?: () => number;
}

/** Later than any stored time: every document in the index is pending, whatever the clock says. */
const endOfTime = '9999-12-31T23:59:59.999Z';
/** The number of documents per read, which is the maximum of a store. */
const documentsPerRead = 1_000;
/** The maximum number of documents in flight per receiver. */
const inFlightPerReceiver = 200;
/** The pauses of an entry that could not be delivered. */
const pauseMs = backoff({ firstMs: 1_000, longestMs: 30_000 });

/** A document in flight. `to` is the receiver of its first entry. */
interface Job {
  to: string | undefined;
}

const countByReceiver = (jobs: Iterable<Job>): Map<string | undefined, number> => {
  const counts = new Map<string | undefined, number>();
  for (const { to } of jobs) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
};

/**
 * Returns the time from which the next part is read. It includes the documents with this part's last time again, because there may be more of them.
 */
const placeAfter = (part: readonly WithOutbox[]): string | undefined => {
  const last = part.at(-1)?.outboxSince ?? '';
  return part.findLast(({ outboxSince = '' }) => outboxSince < last)?.outboxSince ?? last;
};

/**
 * Creates a reader of documents with entries. It returns the oldest and, if there are more, also the newest and a part of those in between. This part
 * advances with each call, so that many documents waiting for an unavailable receiver do not hide the others.
 */
const createDueReader = <T extends WithOutbox>(collection: OutboxCollection<T>): (() => Promise<T[]>) => {
  const options = { atMost: endOfTime, limit: documentsPerRead };
  let place: string | undefined;
  return async () => {
    const oldest = await collection.find('byOutbox', options);
    if (oldest.length < documentsPerRead) return oldest;
    const newest = await collection.find('byOutbox', { ...options, order: 'desc' });
    const from = place ?? placeAfter(oldest);
    const between = await collection.find('byOutbox', { ...options, ...(from !== undefined && { above: from }) });
    place = between.length < documentsPerRead ? undefined : placeAfter(between);
    return [...new Map([...oldest, ...between, ...newest].map((document) => [document._id, document])).values()];
  };
};

/**
 * Delivers the outbox entries of one collection: immediately after `flush`, then every second, with a backoff of up to 30 s per entry, until each is
 * delivered. Entries of one document for one receiver are delivered in order, at least once. An unavailable receiver delays its own entries, and
 * later entries of the same document for the duration of one attempt. Other documents are not affected, however many wait.
 *
 * @example
 * const outbox = createOutbox({ collection: store.reviewSettings, deliver: deliverEvent(call), metrics, log, clock });
 * await store.reviewSettings.update({ userId, _id: userId }, {
 *   set: { remindedDay, outboxSince: now.toISOString() },
 *   increment: { outboxCount: 1 },
 *   append: { outbox: eventEntry('auth', reviewsDue) },
 * });
 * outbox.flush();
 */
export function createOutbox<T extends WithOutbox>(options: OutboxOptions<T>): Outbox {
  const { collection, deliver, emptied, metrics, log, clock, monotonic = () => performance.now() } = options;
  const outboxMetrics = new OutboxMetrics(metrics, collection.name, clock);
  const pauses = new RetryPauses(pauseMs, monotonic);

  const readDue = createDueReader(collection);

  const poll = async ({ inFlight, begin, pollAfter, isAbandoned }: Polling<Job>): Promise<void> => {
    // The page may be outdated for documents that were in flight when it was read.
    const before = new Set(inFlight.keys());
    const due = await readDue();
    outboxMetrics.polled(due);
    pauses.keepOnly(() => due.flatMap(({ _id, outbox }) => [_id, ...outbox.map((entry) => entry._id)]));
    const jobs = countByReceiver(inFlight.values());
    for (const document of due) {
      if (before.has(document._id)) {
        // The document may have new entries.
        pollAfter(document._id);
        continue;
      }
      const next = nextReceiver(document, pauses);
      const count = next && (jobs.get(next.to) ?? 0);
      if (!next || count === undefined || count >= inFlightPerReceiver) continue;
      jobs.set(next.to, count + 1);
      begin(document._id, next, () => deliverOutbox({ collection, deliver, emptied, pauses, outboxMetrics, log, isAbandoned }, document));
    }
  };
  return createPollLoop({ poll, failed: (error) => log('error', 'outbox.failed', { error }) });
}
