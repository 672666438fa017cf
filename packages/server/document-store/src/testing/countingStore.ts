import type { CollectionDefinition, Indexes } from '../defineCollection.ts';
import type { Collection, DocumentStore, Identified } from '../DocumentStore.ts';

/** A store that lists its requests. */
export interface CountingStore extends DocumentStore {
  /** The requests so far, like `decks.get` or `write decks.insert, counters.update`. Each call of the store or of a collection is one. */
  readonly requests: string[];
}

/** Wraps a store so that its requests can be counted. */
export function countingStore(store: DocumentStore): CountingStore {
  const requests: string[] = [];
  return {
    requests,
    collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I> {
      return new Proxy(store.collection(definition), {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]): unknown => {
            requests.push(`${definition.name}.${String(name)}`);
            return Reflect.apply(value, target, given) as unknown;
          };
        },
      });
    },
    lateEffectsMs: store.lateEffectsMs,
    read(reads) {
      requests.push(`read ${reads.map(({ definition, call }) => `${definition.name}.${call}`).join(', ')}`);
      return store.read(reads);
    },
    write(writes) {
      requests.push(`write ${writes.map(({ definition, kind }) => `${definition.name}.${kind}`).join(', ')}`);
      return store.write(writes);
    },
    ping: () => store.ping(),
    isScrubDue: () => store.isScrubDue(),
    scrub: () => store.scrub(),
    purgeExpired: (now) => store.purgeExpired(now),
    close: () => store.close(),
  };
}
