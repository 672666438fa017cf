import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import { storedKeyOf, type DocumentKey, type StoredKey } from './documentKey.ts';
import { checkChange } from './documents.ts';
import type { Change, Collection, Guard, Identified, Write } from './DocumentStore.ts';
import { StoreUsageError } from './errors.ts';

/** Returns the write that stores a new document. */
export const toInsert = <T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>, document: NoInfer<T>): Write => ({
  definition,
  kind: 'insert',
  document,
});

/** Returns the write that inserts a document or replaces the one with its id. */
export const toUpsert = <T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>, document: NoInfer<T>): Write => ({
  definition,
  kind: 'upsert',
  document,
});

/** Returns the write that changes a document. Nothing is written if the document is absent or the guard does not hold. */
export const toUpdate = <T extends Identified, I extends Indexes>(
  definition: CollectionDefinition<T, I>,
  key: DocumentKey<NoInfer<T>>,
  change: Change<NoInfer<T>>,
  guard: Guard<NoInfer<T>> = {},
): Write => ({ definition, kind: 'update', key, change, guard });

/** Returns the write that deletes a document, if there is one. */
export const toDelete = <T extends Identified, I extends Indexes>(
  definition: CollectionDefinition<T, I>,
  key: DocumentKey<NoInfer<T>>,
): Write => ({ definition, kind: 'delete', key });

/** Returns the key of the document that a write changes. @throws StoreUsageError for a key without its owner */
export const keyOfWrite = (write: Write): StoredKey => storedKeyOf(write.definition, 'document' in write ? write.document : write.key);

/** Validates what the writes of one step have in common. @throws StoreUsageError for two writes of one document, or an invalid change */
export function checkWrites(writes: readonly Write[]): void {
  const seen = new Set<string>();
  for (const write of writes) {
    if (write.kind === 'update') checkChange(write.change);
    const document = `${write.definition.name} ${keyOfWrite(write)._id}`;
    if (seen.has(document)) throw new StoreUsageError(`One step writes a document of "${write.definition.name}" twice.`);
    seen.add(document);
  }
}

/**
 * Writes one document after the other, for engines without transactions. A crash, or a guard that does not hold, leaves what was written before it.
 *
 * @returns `false` if an updated document is absent or its guard does not hold
 * @throws DuplicateKeyError
 */
export async function writeOneByOne(
  writes: readonly Write[],
  collectionOf: (definition: CollectionDefinition) => Pick<Collection<Identified, Indexes>, 'insert' | 'update' | 'upsert' | 'delete'>,
): Promise<boolean> {
  checkWrites(writes);
  for (const write of writes) {
    const collection = collectionOf(write.definition);
    if (write.kind === 'insert') await collection.insert(write.document);
    else if (write.kind === 'upsert') await collection.upsert(write.document);
    else if (write.kind === 'delete') await collection.delete(write.key as Identified);
    else {
      const { key, change, guard } = write as Extract<Write, { kind: 'update' }>;
      if (!(await collection.update(key as Identified, change as Change<Identified>, guard as Guard<Identified>))) return false;
    }
  }
  return true;
}
