import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import type { DocumentKey, DocumentKeys } from './documentKey.ts';
import type { Comparable, Identified, ItemOf, KeysOf, ListField, NumberField, OptionalKeysOf, Scalar, ScalarField } from './fields.ts';

export type { DocumentKey, DocumentKeys } from './documentKey.ts';
export type { Identified, Scalar } from './fields.ts';

/** The index names for `find`, `findOne`, `count` and `deleteWhere`: the declared indexes and `_id`, which every collection has. */
export type IndexName<I extends Indexes> = (keyof I & string) | '_id';

/** The fields of one index. */
type IndexField<I extends Indexes, Name extends IndexName<I>> = Name extends keyof I ? I[Name]['fields'][number] : '_id';

/**
 * Equality on a prefix of an index's fields, in any order. A value of `undefined` or a gap throws `StoreUsageError`, so that a forgotten value never
 * widens a query.
 */
export type Prefix<T, I extends Indexes, Name extends IndexName<I>> = { readonly [K in IndexField<I, Name> & keyof T]?: Comparable<T, K> };

/** Further conditions: equality on any fields. A list of values matches any of them. */
export type Where<T> = { readonly [K in ScalarField<T>]?: Comparable<T, K> | readonly Comparable<T, K>[] };

/** Ascending or descending order of an index's remaining fields. */
export type Order = 'asc' | 'desc';

/** The options of `find`. */
export interface FindOptions<T, I extends Indexes, Name extends IndexName<I>> {
  /** A prefix of the index's fields. */
  readonly equals?: Prefix<T, I, Name>;
  /** The index field after those of `equals` is present and at most this. For due times. Cannot be combined with `after`. */
  readonly atMost?: string | number;
  /** The index field after those of `equals` is present and greater than this. Cannot be combined with `after`. */
  readonly above?: string | number;
  /** The order of the index's remaining fields, ending in `_id`. Defaults to `asc`. */
  readonly order?: Order;
  /** 1 to 1,000. Defaults to 100. */
  readonly limit?: number;
  /**
   * Starts after this `_id`, even if that document was deleted. Requires an index whose only remaining field is `_id`, because only then is
   * the id the position.
   */
  readonly after?: string;
  /** Further conditions, checked on the documents that the index finds. */
  readonly where?: Where<T>;
}

/** The index field after those of the prefix is present and within these bounds. */
export interface CountRange {
  /** Greater than this. */
  readonly above?: string | number;
  /** At most this. */
  readonly atMost?: string | number;
}

/** The options of `search`. Results are ordered by `_id`. */
export interface SearchOptions<T> {
  /** Defaults to newest first, `desc`. */
  readonly order?: Order;
  /** 1 to 1,000. Defaults to 100. */
  readonly limit?: number;
  readonly after?: string;
  readonly where?: Where<T>;
  /** Aborts the search, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The operators of `update` on one document, applied atomically. Each field may be in one operator only, and `_id` in none (MongoDB refuses
 * both). Some engines validate only the given values, not the resulting document, so a limit on a counter or a list belongs in the guard.
 */
export interface Change<T> {
  /** New values. A value of `undefined` throws: use `unset`. */
  readonly set?: { readonly [K in Exclude<keyof T & string, '_id'>]?: Exclude<T[K], undefined> };
  /** Optional fields to remove. */
  readonly unset?: readonly OptionalKeysOf<T>[];
  /** Increments of numbers; an absent number counts as 0. */
  readonly increment?: { readonly [K in NumberField<T>]?: number };
  /** Appends one item to a list; an absent list counts as empty. */
  readonly append?: { readonly [K in ListField<T>]?: ItemOf<T[K]> };
  /** Removes every item with this `_id`; from a list of plain values, every equal item. */
  readonly remove?: { readonly [K in ListField<T>]?: { readonly _id: string } | Extract<ItemOf<T[K]>, Scalar> };
}

/** Conditions on the stored document. All of them must hold, in the same atomic step as the write. */
export interface Guard<T> {
  /** Equal values; `null` also matches an absent field. */
  readonly equals?: { readonly [K in ScalarField<T>]?: Comparable<T, K> };
  /** The field is present and less than this. For limits, and for "the highest version wins". */
  readonly below?: { readonly [K in KeysOf<T, string | number>]?: Exclude<T[K], undefined | null> };
  /** The field is present and at least this. */
  readonly atLeast?: { readonly [K in KeysOf<T, string | number>]?: Exclude<T[K], undefined | null> };
  /** The list contains an item with this `_id`, or this plain value. */
  readonly has?: { readonly [K in ListField<T>]?: string };
  /** The list contains no such item; an absent list is empty. */
  readonly hasNot?: { readonly [K in ListField<T>]?: string };
  /** The fields are absent (or null). */
  readonly absent?: readonly (keyof T & string)[];
  /** The fields are present (and not null). */
  readonly present?: readonly (keyof T & string)[];
}

/** The calls of a collection that `DocumentStore.read` can answer. */
export const readCalls = ['get', 'getMany', 'getManyWithout', 'findOne', 'find', 'findWithout', 'findIds', 'count'] as const;

/** A call of a collection that only reads. */
export interface Read {
  readonly definition: CollectionDefinition;
  readonly call: (typeof readCalls)[number];
  readonly given: readonly unknown[];
}

/** A change without its types. */
export interface LooseChange {
  readonly set?: object;
  readonly unset?: readonly string[];
  readonly increment?: object;
  readonly append?: object;
  readonly remove?: object;
}

/** A guard without its types. */
export interface LooseGuard {
  readonly equals?: object;
  readonly below?: object;
  readonly atLeast?: object;
  readonly has?: object;
  readonly hasNot?: object;
  readonly absent?: readonly string[];
  readonly present?: readonly string[];
}

/** A change of one document: see `toInsert`, `toUpdate`, `toUpsert` and `toDelete`. */
export type Write = { readonly definition: CollectionDefinition } & (
  | { readonly kind: 'insert' | 'upsert'; readonly document: Identified }
  | { readonly kind: 'update'; readonly key: string | Identified; readonly change: LooseChange; readonly guard: LooseGuard }
  | { readonly kind: 'delete'; readonly key: string | Identified }
);

/**
 * Documents of one kind. Every call is atomic for one document only. `DocumentStore.write` changes several documents in one step.
 * Documents are validated with the collection's schema when they are written (`InvalidDocumentError`) and decoded with it when they are read, which
 * drops unknown fields and sets defaults.
 */
export interface Collection<T extends Identified, I extends Indexes = Indexes> {
  readonly name: string;
  /** Returns the document with this key. @throws StoreUsageError, like every call by key, if the owner of an owned document is missing */
  get(key: DocumentKey<T>): Promise<T | undefined>;
  /** Returns the existing documents of these keys, each once, in the order of the ids. */
  getMany(keys: DocumentKeys<T>): Promise<T[]>;
  /** Returns the first document, by `_id`, that the index finds. */
  findOne<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<T | undefined>;
  /** Finds documents by a declared index. @throws StoreUsageError if filter and order are not a prefix of that index */
  find<Name extends IndexName<I>>(index: Name, options?: FindOptions<T, I, Name>): Promise<T[]>;
  /** Like `find`, without the named large fields; see `getManyWithout`. */
  findWithout<K extends Exclude<keyof T & string, '_id'>, Name extends IndexName<I>>(
    fields: readonly K[],
    index: Name,
    options?: FindOptions<T, I, Name>,
  ): Promise<Omit<T, K>[]>;
  /** Returns the ids of the documents that `find` would return. */
  findIds<Name extends IndexName<I>>(index: Name, options?: FindOptions<T, I, Name>): Promise<string[]>;
  /**
   * Like `getMany`, without the named large fields. These are not loaded into the process. Other work runs between documents, so each has
   * its state at the time it was read.
   */
  getManyWithout<K extends Exclude<keyof T & string, '_id'>>(fields: readonly K[], keys: DocumentKeys<T>): Promise<Omit<T, K>[]>;
  /**
   * Returns the ids of the owner's documents whose search field contains `text`. Case, accents and runs of white space are folded. Returns only ids,
   * because the searched documents may be large. One search per owner runs at a time, and a limited number waits.
   *
   * @throws StoreBusyError if too many searches of this owner are waiting
   */
  search(owner: string, text: string, options?: SearchOptions<T>): Promise<string[]>;
  /** Counts the documents that an index prefix finds, optionally only those whose next index field is in a range. */
  count<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>, range?: CountRange): Promise<number>;
  /** Stores a new document. @throws DuplicateKeyError naming the index with the duplicate key */
  insert(document: T): Promise<T>;
  /**
   * Changes one document atomically. @returns the new document; `undefined` if it is absent or the guard does not hold
   *
   * @throws DuplicateKeyError naming the index with the duplicate key
   */
  update(key: DocumentKey<T>, change: Change<T>, guard?: Guard<T>): Promise<T | undefined>;
  /**
   * Stores a whole document: inserts it, or replaces the one with its id. With a guard an existing document is replaced only if the guard holds for
   * it.
   *
   * @returns the document; `undefined` if the guard did not hold and nothing changed
   */
  upsert(document: T, guard?: Guard<T>): Promise<T | undefined>;
  /** Deletes one document. @returns it; `undefined` if it is absent or the guard does not hold */
  delete(key: DocumentKey<T>, guard?: Guard<T>): Promise<T | undefined>;
  /** Deletes every document of a non-empty index prefix, in batches (not in one atomic step). @returns their number */
  deleteWhere<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<number>;
}

/** An open database of one service. */
export interface DocumentStore {
  /** @throws StoreUsageError if the store was opened without this collection */
  collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I>;
  /**
   * Answers several reads with one request, each as the collection would. Not a snapshot, but no read sees an earlier state than one before it.
   *
   * @returns the outcomes in the order of the reads
   */
  read(reads: readonly Read[]): Promise<readonly PromiseSettledResult<unknown>[]>;
  /**
   * Changes several documents, of any collections, in one atomic step: all of them or none. Each document may be written once. A deletion of an absent
   * document has no effect.
   *
   * @returns whether everything was written; `false` if an updated document is absent or its guard does not hold
   * @throws DuplicateKeyError naming the collection and index with the duplicate key
   */
  write(writes: readonly Write[]): Promise<boolean>;
  /**
   * How long after its failure a call may still take effect, in milliseconds: over a network a write may arrive after its caller has stopped waiting.
   */
  readonly lateEffectsMs: number;
  /** Resolves if the database answers and is writable. @throws StoreUnavailableError with the reason */
  ping(): Promise<void>;
  /** Returns whether deleted or replaced data may still be in a file of the database, because no scrub has run since. */
  isScrubDue(): boolean;
  /**
   * Removes deleted and replaced data from every file of the database, including the write-ahead log. Other calls continue meanwhile.
   *
   * @throws StoreUnavailableError while a reader still uses the earlier state
   */
  scrub(): Promise<void>;
  /** Deletes expired documents in collections with `expires`. @returns their number */
  purgeExpired(now: Date): Promise<number>;
  /** Closes the connection. Later calls are rejected. Idempotent. */
  close(): Promise<void>;
}
