import { AsyncLocalStorage } from 'node:async_hooks';
import type { CollectionDefinition, Indexes } from '../defineCollection.ts';
import type { Collection, DocumentStore, Identified } from '../DocumentStore.ts';

/** A store that lists its requests. */
export interface CountingStore extends DocumentStore {
  /**
   * Returns the requests that `work` makes, with those of the background work that it starts and waits for. Each call of the store or of a collection is
   * one request, like `decks.get`, `read decks.get, plans.get` or `write decks.insert, counters.update`.
   */
  requestsOf(work: () => Promise<unknown>): Promise<string[]>;
}

/** Wraps a store so that its requests can be counted. */
export function countingStore(store: DocumentStore): CountingStore {
  const counted = new AsyncLocalStorage<string[]>();
  const count = (request: string): void => void counted.getStore()?.push(request);
  return {
    async requestsOf(work) {
      const requests: string[] = [];
      await counted.run(requests, work);
      return requests;
    },
    collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I> {
      return new Proxy(store.collection(definition), {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]): unknown => {
            count(`${definition.name}.${String(name)}`);
            return Reflect.apply(value, target, given) as unknown;
          };
        },
      });
    },
    lateEffectsMs: store.lateEffectsMs,
    read(reads) {
      count(`read ${reads.map(({ definition, call }) => `${definition.name}.${call}`).join(', ')}`);
      return store.read(reads);
    },
    write(writes) {
      count(`write ${writes.map(({ definition, kind }) => `${definition.name}.${kind}`).join(', ')}`);
      return store.write(writes);
    },
    ping: () => store.ping(),
    isScrubDue: () => store.isScrubDue(),
    scrub: () => store.scrub(),
    purgeExpired: (now) => store.purgeExpired(now),
    close: () => store.close(),
  };
}
