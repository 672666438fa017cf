import type { CollectionDefinition, Indexes } from '../defineCollection.ts';
import type { Collection, DocumentStore, Identified } from '../DocumentStore.ts';
import { StoreUnavailableError } from '../errors.ts';

/** When a call fails: before it takes effect, or after it, so that only its answer is lost. */
export type Failure = 'before' | 'after';

/** A store whose calls fail on demand, like calls over an unreliable network. */
export interface FlakyStore extends DocumentStore {
  /** Returns the number of calls since the last `failAt`. */
  calls(): number;
  /** Makes the n-th call from now fail, counted from 1; 0 for none. */
  failAt(call: number, failure?: Failure): void;
  /** Runs `work` right before the n-th call from now, as another process could. */
  onCall(call: number, work: () => Promise<void>): void;
}

/** Wraps a store so that its calls can fail. */
export function flakyStore(store: DocumentStore): FlakyStore {
  let calls = 0;
  let failing = 0;
  let how: Failure = 'before';
  let interrupted = 0;
  let between: () => Promise<void> = () => Promise.resolve();
  const call = async (work: () => Promise<unknown>): Promise<unknown> => {
    calls += 1;
    if (calls === interrupted) await between();
    if (calls !== failing) return work();
    if (how === 'after') await work();
    throw new StoreUnavailableError(`Call ${calls} fails.`);
  };
  return {
    collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I> {
      const collection = store.collection(definition);
      return new Proxy(collection, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function'
            ? (...given: unknown[]) => call(async () => (await Reflect.apply(value, target, given)) as unknown)
            : value;
        },
      });
    },
    lateEffectsMs: store.lateEffectsMs,
    read: (reads) => call(() => store.read(reads)) as ReturnType<DocumentStore['read']>,
    write: (writes) => call(() => store.write(writes)) as Promise<boolean>,
    ping: () => store.ping(),
    isScrubDue: () => store.isScrubDue(),
    scrub: () => store.scrub(),
    purgeExpired: (now) => store.purgeExpired(now),
    close: () => store.close(),
    calls: () => calls,
    failAt(number, failure = 'before') {
      calls = 0;
      failing = number;
      how = failure;
    },
    onCall(number, work) {
      calls = 0;
      interrupted = number;
      between = work;
    },
  };
}
