import type { CollectionDefinition, Indexes } from '../defineCollection.ts';
import type { Collection, DocumentStore, Identified } from '../DocumentStore.ts';
import { StoreUnavailableError } from '../errors.ts';

/** How a call fails: before it had an effect, or with its effect made and only the answer lost. */
export type Failure = 'before' | 'after';

/** A store whose calls fail as a test says, as those to an engine over a bad network do. */
export interface FlakyStore extends DocumentStore {
  /** How many calls were made since the last `failAt`. */
  calls(): number;
  /** Lets the n-th call from now fail, counted from 1; 0: none. */
  failAt(call: number, failure?: Failure): void;
  /** Does something right before the n-th call from now: what another process could do at that moment. */
  onCall(call: number, work: () => Promise<void>): void;
}

/** Wraps a store. */
export function flakyStore(store: DocumentStore): FlakyStore {
  let calls = 0;
  let failing = 0;
  let how: Failure = 'before';
  let interrupted = 0;
  let between: () => Promise<void> = () => Promise.resolve();
  const spoilt = async (work: () => Promise<unknown>): Promise<unknown> => {
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
            ? (...given: unknown[]) => spoilt(async () => (await Reflect.apply(value, target, given)) as unknown)
            : value;
        },
      });
    },
    lateEffectsMs: store.lateEffectsMs,
    ping: () => store.ping(),
    isScrubDue: () => store.isScrubDue(),
    scrub: () => store.scrub(),
    purgeExpired: (now) => store.purgeExpired(now),
    close: () => store.close(),
    calls: () => calls,
    failAt(call, failure = 'before') {
      calls = 0;
      failing = call;
      how = failure;
    },
    onCall(call, work) {
      calls = 0;
      interrupted = call;
      between = work;
    },
  };
}
