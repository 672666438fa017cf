import * as z from 'zod/mini';
import type { Collection, CollectionDefinition, Identified, Indexes } from '@lectern/document-store';
import type { Log } from './log.ts';

/** Fields of a document that can cause effects elsewhere: the entry stands in it, so that one write makes both. */
export const outboxFields = {
  outbox: z.array(z.object({ _id: z.string(), kind: z.string(), to: z.optional(z.string()), payload: z.string() })),
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
}

interface WithOutbox extends Identified {
  outbox: OutboxEntry[];
  outboxCount: number;
  outboxSince?: string | undefined;
}

/** The outbox of a new document. */
export const outboxOf = (entries: readonly OutboxEntry[], now: Date) => ({
  outbox: [...entries],
  outboxCount: entries.length,
  ...(entries.length > 0 && { outboxSince: now.toISOString() }),
});

export interface Outbox {
  /** Delivers now what is waiting; later tries follow by themselves. */
  kick(): void;
  /** Resolves when nothing is being delivered. For tests and shutdown. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface OutboxOptions<T extends WithOutbox> {
  collection: Collection<T, Indexes>;
  /** Delivers one entry; a rejection means that it is tried again. */
  deliver: (entry: OutboxEntry, document: T) => Promise<void>;
  /** Called when a document's last entry was delivered: where a tombstone is deleted. */
  emptied?: (document: T) => Promise<void>;
  log: Log;
  clock: () => Date;
}

export type OutboxCollection<T extends WithOutbox> = CollectionDefinition<T, typeof outboxIndex>;

/**
 * Sends what documents of one collection have in their outbox: at once after `kick`, again every second (backing off to 30 s
 * an entry) until it is delivered. Entries of one document for one
 * receiver go in order; a receiver may get one twice, never none.
 */
export function createOutbox<T extends WithOutbox>(options: OutboxOptions<T>): Outbox {
  const { collection, deliver, emptied, log, clock } = options;
  const waits = new Map<string, { until: number; tries: number }>();
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const remove = async (document: T, entry: OutboxEntry): Promise<void> => {
    // The change is the same for every document with an outbox; the generic store cannot know that T's fields fit.
    const update = collection.update as unknown as (id: string, change: object, guard: object) => Promise<T | undefined>;
    const change = { increment: { outboxCount: -1 }, remove: { outbox: { _id: entry._id } } };
    const last = await update.call(
      collection,
      document._id,
      { ...change, unset: ['outboxSince'] },
      { has: { outbox: entry._id }, equals: { outboxCount: 1 } },
    );
    if (last) await emptied?.(last);
    else await update.call(collection, document._id, change, { has: { outbox: entry._id } });
  };

  const drain = async (): Promise<void> => {
    const due = await (collection.find as unknown as (index: string, options: object) => Promise<T[]>).call(collection, 'byOutbox', {
      atMost: clock().toISOString(),
      limit: 200,
    });
    await Promise.all(
      due.map(async (document) => {
        // One receiver that is down holds up its own entries only.
        const held = new Set<string | undefined>();
        for (const entry of document.outbox) {
          const wait = waits.get(entry._id);
          if (held.has(entry.to)) continue;
          if (wait && wait.until > clock().getTime()) {
            held.add(entry.to);
            continue;
          }
          try {
            await deliver(entry, document);
            await remove(document, entry);
            waits.delete(entry._id);
          } catch (error) {
            const tries = (wait?.tries ?? 0) + 1;
            waits.set(entry._id, { tries, until: clock().getTime() + Math.min(30_000, 500 * 2 ** Math.min(tries, 6)) });
            if (tries === 1 || tries % 10 === 0) log('warn', 'outbox.retry', { kind: entry.kind, to: entry.to, tries, error });
            held.add(entry.to);
          }
        }
      }),
    );
  };

  const kick = (): void => {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = drain()
      .catch((error: unknown) => log('error', 'outbox.failed', { error }))
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          kick();
        }
      });
  };

  const timer = setInterval(kick, 1000);
  timer.unref();

  return {
    kick,
    async idle() {
      while (running) await running;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      while (running) await running;
    },
  };
}
