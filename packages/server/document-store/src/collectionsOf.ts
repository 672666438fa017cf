import type { CollectionDefinition } from './defineCollection.ts';
import type { Collection, DocumentStore } from './DocumentStore.ts';
import type { Identified } from './fields.ts';

/** A service's collections, by the names of their definitions. */
export type CollectionsOf<Definitions> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends CollectionDefinition<infer T extends Identified, infer I>
    ? Collection<T, I>
    : never;
};

/**
 * Looks up the collections of a store by their definitions.
 *
 * @throws StoreUsageError if the store was opened without one of them
 */
export const collectionsOf = <Definitions extends Readonly<Record<string, CollectionDefinition>>>(
  store: DocumentStore,
  definitions: Definitions,
): CollectionsOf<Definitions> =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, store.collection(definition)]),
  ) as unknown as CollectionsOf<Definitions>;
