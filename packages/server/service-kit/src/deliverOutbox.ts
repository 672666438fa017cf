import type { OutboxMetrics } from './OutboxMetrics.ts';
import type { RetryPauses } from './RetryPauses.ts';
import type { Log } from './log.ts';
import type { OutboxEntry, WithOutbox } from './outboxEntries.ts';
import { inRequest } from './requestContext.ts';

/** The part of a collection that an outbox uses; its documents have the outbox's fields and index. */
export interface OutboxCollection<T extends WithOutbox> {
  readonly name: string;
  find(index: 'byOutbox', options: { atMost: string; above?: string; order?: 'asc' | 'desc'; limit: number }): Promise<T[]>;
  /** The document itself serves as its key. */
  update(
    document: NoInfer<T>,
    change: { increment?: { outboxCount: number }; remove?: { outbox: { _id: string } }; unset?: readonly 'outboxSince'[] },
    guard: { has?: { outbox: string }; equals?: { outboxCount: number } },
  ): Promise<T | undefined>;
}

export interface DeliveryDependencies<T extends WithOutbox> {
  collection: OutboxCollection<T>;
  deliver: (entry: OutboxEntry, document: T) => Promise<void>;
  emptied: ((document: T) => Promise<void>) | undefined;
  pauses: RetryPauses;
  outboxMetrics: OutboxMetrics;
  log: Log;
  /** Returns whether no further delivery may start. */
  isAbandoned: () => boolean;
}

/** Logs one line per this many consecutive failures of an entry. */
const loggedEvery = 10;

/**
 * Returns the receiver of the first entry that can be delivered now; entries for one receiver wait for an earlier one. Returns `undefined` if all
 * wait.
 */
export const nextReceiver = (document: WithOutbox, pauses: RetryPauses): { to: string | undefined } | undefined => {
  if (document.outbox.length === 0) return pauses.isWaiting(document._id) ? undefined : { to: undefined };
  const blocked = new Set<string | undefined>();
  for (const { _id, to } of document.outbox) {
    if (blocked.has(to)) continue;
    if (!pauses.isWaiting(_id)) return { to };
    blocked.add(to);
  }
  return undefined;
};

const putOff = ({ pauses, log }: Pick<DeliveryDependencies<WithOutbox>, 'pauses' | 'log'>, id: string, fields: object, error: unknown) => {
  const tries = pauses.putOff(id);
  if (tries === 1 || tries % loggedEvery === 0) log('warn', 'outbox.retry', { ...fields, tries, error });
};

/** Runs after the last entry. The document stays due until `emptied` has ended, so that it is called again after a crash. */
const settle = async <T extends WithOutbox>(dependencies: DeliveryDependencies<T>, document: T): Promise<void> => {
  const { collection, emptied, pauses, log } = dependencies;
  if (pauses.isWaiting(document._id)) return;
  try {
    await emptied?.(document);
    await collection.update(document, { unset: ['outboxSince'] }, { equals: { outboxCount: 0 } });
    pauses.forget(document._id);
  } catch (error) {
    putOff({ pauses, log }, document._id, { kind: 'emptied' }, error);
  }
};

/** Delivers the entries of one document in order, once each. An unavailable receiver delays only its own entries. */
export async function deliverOutbox<T extends WithOutbox>(dependencies: DeliveryDependencies<T>, document: T): Promise<void> {
  const { collection, deliver, pauses, outboxMetrics, log, isAbandoned } = dependencies;
  const blocked = new Set<string | undefined>();
  let left: T | undefined = document;
  for (const entry of document.outbox) {
    if (isAbandoned()) return;
    if (blocked.has(entry.to)) continue;
    if (pauses.isWaiting(entry._id)) {
      blocked.add(entry.to);
      continue;
    }
    try {
      // Outside the current request's context: another request may have caused the entry.
      await inRequest({ requestId: entry.requestId ?? entry._id }, () => deliver(entry, document));
      outboxMetrics.attempted(entry.kind, 'delivered');
      left = await collection.update(
        document,
        { increment: { outboxCount: -1 }, remove: { outbox: { _id: entry._id } } },
        { has: { outbox: entry._id } },
      );
      pauses.forget(entry._id);
    } catch (error) {
      outboxMetrics.attempted(entry.kind, 'failed');
      putOff({ pauses, log }, entry._id, { requestId: entry.requestId, kind: entry.kind, to: entry.to }, error);
      blocked.add(entry.to);
    }
  }
  if (left?.outboxCount === 0) await settle(dependencies, left);
}
