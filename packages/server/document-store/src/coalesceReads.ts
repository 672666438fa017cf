import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import { readCalls, type Collection, type DocumentStore, type Identified, type Read } from './DocumentStore.ts';

/** A read that waits for the request of its turn. */
interface Waiting {
  readonly read: Read;
  readonly settle: (outcome: PromiseSettledResult<unknown>) => void;
}

/** The reads of one request of the API that were made in this turn of the event loop, by store. */
type Turn = Map<DocumentStore, Waiting[]>;
const requests = new AsyncLocalStorage<Turn>();

/** Runs `work`, whose side-by-side reads of a store with `coalesceReads` are sent together. */
export const readTogether = <T>(work: () => T): T => requests.run(new Map(), work);

/** Calls the collection for a read. */
export const callOf = async (collection: object, { call, given }: Read): Promise<unknown> => {
  const called = collection as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;
  return called[call]?.(...given);
};

/**
 * Wraps a store so that reads side by side become one request: those that the work of one `readTogether` makes in the same turn of the event loop.
 * Reads outside of it are sent immediately.
 *
 * @example
 * const store = coalesceReads(openMongoStore(options));
 * // One request.
 * await readTogether(() => Promise.all([settings.get(key), exams.get(key)]));
 */
export function coalesceReads(store: DocumentStore): DocumentStore {
  const send = async (waiting: readonly Waiting[]): Promise<void> => {
    const [only] = waiting;
    if (!only) return;
    // A single read is an ordinary call, which every engine answers best.
    const outcomes =
      waiting.length === 1
        ? Promise.allSettled([callOf(store.collection(only.read.definition), only.read)])
        : store.read(waiting.map(({ read }) => read));
    const failed = (reason: unknown): PromiseSettledResult<unknown>[] => waiting.map(() => ({ status: 'rejected', reason }));
    const settled = await outcomes.catch(failed);
    for (const [index, { settle }] of waiting.entries()) settle(settled[index] ?? { status: 'rejected', reason: new Error('No answer.') });
  };
  const enqueue = (turn: Turn, read: Read): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = (outcome: PromiseSettledResult<unknown>): void =>
        outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason as Error);
      const waiting = turn.get(store);
      if (waiting) {
        waiting.push({ read, settle });
        return;
      }
      const first = [{ read, settle }];
      turn.set(store, first);
      setImmediate(() => {
        turn.delete(store);
        void send(first);
      });
    });
  const reads: ReadonlySet<string | symbol> = new Set(readCalls);
  return {
    collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I> {
      const collection = store.collection(definition);
      return new Proxy(collection, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          if (!reads.has(name)) return value.bind(target) as unknown;
          return (...given: unknown[]): unknown => {
            const turn = requests.getStore();
            const read = { definition: definition as unknown as CollectionDefinition, call: name as Read['call'], given };
            return turn ? enqueue(turn, read) : callOf(target, read);
          };
        },
      });
    },
    lateEffectsMs: store.lateEffectsMs,
    read: (all) => store.read(all),
    write: (all) => store.write(all),
    ping: () => store.ping(),
    isScrubDue: () => store.isScrubDue(),
    scrub: () => store.scrub(),
    purgeExpired: (now) => store.purgeExpired(now),
    close: () => store.close(),
  };
}
