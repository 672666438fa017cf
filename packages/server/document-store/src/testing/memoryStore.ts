import type { CollectionDefinition } from '../defineCollection.ts';
import type { DocumentStore } from '../DocumentStore.ts';
import { openEmbeddedStore } from '../openEmbeddedStore.ts';

/** Opens an empty store in memory: the embedded engine without a file. */
export function memoryStore(collections: readonly CollectionDefinition[]): DocumentStore {
  return openEmbeddedStore({ file: ':memory:', collections });
}
