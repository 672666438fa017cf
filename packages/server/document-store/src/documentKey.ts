import type { CollectionDefinition } from './defineCollection.ts';
import type { Identified } from './fields.ts';
import { StoreUsageError } from './errors.ts';

/** A document that belongs to a learner. */
export interface Owned {
  readonly userId: string;
}

/**
 * The key of one document: owner and id if documents have an owner, otherwise the id. A document can be passed as its own key. With the owner, a
 * sharded cluster reads one shard only, and no code can reach another learner's document by its id alone.
 */
export type DocumentKey<T> = T extends Owned ? Owned & Identified : string | Identified;

/** Documents of one owner, or the ids of documents without an owner. */
export type DocumentKeys<T> = T extends Owned ? Owned & { readonly ids: readonly string[] } : readonly string[];

/** A validated key; `userId` comes first, as in the shard key. */
export type StoredKey = { readonly userId: string; readonly _id: string } | { readonly userId?: never; readonly _id: string };

const requireText = (what: string, value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new StoreUsageError(`${what} has to be named.`);
  return value;
};

/** @throws StoreUsageError for a key without its owner */
export function storedKeyOf({ name, isOwned }: CollectionDefinition, key: string | Partial<Owned & Identified>): StoredKey {
  const { userId, _id } = typeof key === 'string' ? { userId: undefined, _id: key } : key;
  const id = requireText(`The id of a document of "${name}"`, _id);
  return isOwned ? { userId: requireText(`The owner of a document of "${name}"`, userId), _id: id } : { _id: id };
}

/** @throws StoreUsageError for ids without their owner */
export function storedKeysOf(
  { name, isOwned }: CollectionDefinition,
  keys: readonly string[] | (Owned & { readonly ids: readonly string[] }),
): { readonly userId?: string; readonly ids: readonly string[] } {
  const { userId, ids } = 'ids' in keys ? keys : { userId: undefined, ids: keys };
  const unique = [...new Set(ids)];
  for (const id of unique) if (typeof id !== 'string') throw new StoreUsageError(`The id of a document of "${name}" is no text.`);
  return isOwned ? { userId: requireText(`The owner of documents of "${name}"`, userId), ids: unique } : { ids: unique };
}
