import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import { readCalls, type Collection, type DocumentStore, type Identified, type Read } from './DocumentStore.ts';

/** A read that waits for its request. */
interface Waiting {
  readonly read: Read;
  readonly settle: (outcome: PromiseSettledResult<unknown>) => void;
}

/** The maximum number of reads in a request. */
const mostReads = 250;

/** Whose work this is: a learner's, or that of one call. */
type Owner = string | symbol;
const owners = new AsyncLocalStorage<Owner>();

/**
 * Runs `work`, whose side-by-side reads of a store with `coalesceReads` are sent together.
 *
 * @param owner - the learner for whom the work is done. Reads of their calls that run at the same time are also sent together. A symbol for nobody else
 */
export const readTogether = <T>(owner: Owner, work: () => T): T => owners.run(owner, work);

/** Calls the collection for a read. */
export const callOf = async (collection: object, { call, given }: Read): Promise<unknown> => {
  const called = collection as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;
  return called[call]?.(...given);
};

/** Sends reads as one request. */
const send = async (store: DocumentStore, waiting: readonly Waiting[]): Promise<void> => {
  const [first] = waiting;
  if (!first) return;
  const { read } = first;
  // A single read is an ordinary call, which every engine answers best.
  const outcomes =
    waiting.length === 1
      ? Promise.allSettled([callOf(store.collection(read.definition), read)])
      : store.read(waiting.map((each) => each.read));
  const failed = (reason: unknown): PromiseSettledResult<unknown>[] => waiting.map(() => ({ status: 'rejected', reason }));
  const settled = await outcomes.catch(failed);
  for (const [index, { settle }] of waiting.entries()) settle(settled[index] ?? { status: 'rejected', reason: new Error('No answer.') });
};

/**
 * Wraps a store so that reads side by side become one request: those that the calls of one learner make in the same turn of the event loop, and those
 * that they make while an earlier request of that learner runs. Reads outside of `readTogether` are sent immediately.
 *
 * @example
 * const store = coalesceReads(openMongoStore(options));
 * // One request.
 * await readTogether(userId, () => Promise.all([settings.get(key), exams.get(key)]));
 */
export function coalesceReads(store: DocumentStore): DocumentStore {
  /** The reads that wait, by owner; an entry exists while a request is being collected or runs. */
  const waitingOf = new Map<Owner, Waiting[]>();
  const sendAll = async (owner: Owner, waiting: Waiting[]): Promise<void> => {
    while (waiting.length > 0) {
      // Until all reads of this turn are there.
      await nextTurn();
      await send(store, waiting.splice(0, mostReads));
    }
    waitingOf.delete(owner);
  };
  const enqueue = (owner: Owner, read: Read): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = (outcome: PromiseSettledResult<unknown>): void =>
        outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason as Error);
      const waiting = waitingOf.get(owner);
      if (waiting) {
        waiting.push({ read, settle });
        return;
      }
      const first = [{ read, settle }];
      waitingOf.set(owner, first);
      void sendAll(owner, first);
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
            const owner = owners.getStore();
            const read = { definition: definition as unknown as CollectionDefinition, call: name as Read['call'], given };
            return owner === undefined ? callOf(target, read) : enqueue(owner, read);
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
