import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import type { DocumentKey, DocumentKeys } from './documentKey.ts';
import type { Comparable, Identified, ItemOf, KeysOf, ListField, NumberField, OptionalKeysOf, Scalar, ScalarField } from './fields.ts';

export type { DocumentKey, DocumentKeys } from './documentKey.ts';
export type { Identified, Scalar } from './fields.ts';

/** Names that `find`, `findOne`, `count` and `deleteWhere` take: the declared indexes and `_id`, which every collection has. */
export type IndexName<I extends Indexes> = (keyof I & string) | '_id';

/** The fields of one index. */
type IndexField<I extends Indexes, Name extends IndexName<I>> = Name extends keyof I ? I[Name]['fields'][number] : '_id';

/**
 * Equality on a prefix of an index's fields, named in any order. A value of `undefined` or a gap throws `StoreUsageError`, so that a
 * forgotten value never widens a query.
 */
export type Prefix<T, I extends Indexes, Name extends IndexName<I>> = { readonly [K in IndexField<I, Name> & keyof T]?: Comparable<T, K> };

/** Further equality on any fields. A list of values matches any of them. */
export type Where<T> = { readonly [K in ScalarField<T>]?: Comparable<T, K> | readonly Comparable<T, K>[] };

/** Ascending or descending order of an index's remaining fields. */
export type Order = 'asc' | 'desc';

/** How `find` reads an index. */
export interface FindOptions<T, I extends Indexes, Name extends IndexName<I>> {
  /** A prefix of the index's fields. */
  readonly equals?: Prefix<T, I, Name>;
  /** The index field after those of `equals` is present and at most this. For due times. Not together with `after`. */
  readonly atMost?: string | number;
  /** The index field after those of `equals` is present and greater than this. Not together with `after`. */
  readonly above?: string | number;
  /** Order of the index's remaining fields, ending in `_id`. `asc` when left out. */
  readonly order?: Order;
  /** 1 to 1,000; 100 when left out. */
  readonly limit?: number;
  /**
   * Starts after this `_id`, also when that document was deleted. Needs an index whose only remaining field is `_id`, since only then is the
   * id the position.
   */
  readonly after?: string;
  /** Further equality, checked on the documents that the index finds. */
  readonly where?: Where<T>;
}

/** The index field after those of the prefix is present and within these bounds. */
export interface CountRange {
  /** Greater than this. */
  readonly above?: string | number;
  /** At most this. */
  readonly atMost?: string | number;
}

/** How `search` pages. Results are ordered by `_id`. */
export interface SearchOptions<T> {
  /** Newest first, `desc`, when left out. */
  readonly order?: Order;
  /** 1 to 1,000; 100 when left out. */
  readonly limit?: number;
  readonly after?: string;
  readonly where?: Where<T>;
  /** Aborts the search, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The operators of `update` on one document, applied all or not at all. A field may be named by one operator only, and `_id` by none (MongoDB
 * refuses both). Engines may validate the given values only, not the resulting document, so a limit on a counter or a list belongs in the
 * guard.
 */
export interface Change<T> {
  /** New values. A value of `undefined` throws: use `unset`. */
  readonly set?: { readonly [K in Exclude<keyof T & string, '_id'>]?: Exclude<T[K], undefined> };
  /** Optional fields to remove. */
  readonly unset?: readonly OptionalKeysOf<T>[];
  /** Adds to numbers; an absent one counts as 0. */
  readonly increment?: { readonly [K in NumberField<T>]?: number };
  /** Adds one item at the end of a list; an absent list counts as empty. */
  readonly append?: { readonly [K in ListField<T>]?: ItemOf<T[K]> };
  /** Removes every item with this `_id`; from a list of plain values, every item equal to this one. */
  readonly remove?: { readonly [K in ListField<T>]?: { readonly _id: string } | Extract<ItemOf<T[K]>, Scalar> };
}

/** Conditions on the stored document. All of them must hold, in the same atomic step as the write. */
export interface Guard<T> {
  /** Equal values; `null` also matches an absent field. */
  readonly equals?: { readonly [K in ScalarField<T>]?: Comparable<T, K> };
  /** The field is present and smaller than this. For limits, and for "the highest version wins". */
  readonly below?: { readonly [K in KeysOf<T, string | number>]?: Exclude<T[K], undefined | null> };
  /** The field is present and at least this. */
  readonly atLeast?: { readonly [K in KeysOf<T, string | number>]?: Exclude<T[K], undefined | null> };
  /** The list has an item with this `_id`, or this plain value. */
  readonly has?: { readonly [K in ListField<T>]?: string };
  /** The list has no such item; an absent list has none. */
  readonly hasNot?: { readonly [K in ListField<T>]?: string };
  /** The fields are absent (or null). */
  readonly absent?: readonly (keyof T & string)[];
  /** The fields are present (and not null). */
  readonly present?: readonly (keyof T & string)[];
}

/**
 * Documents of one kind. Every call is atomic on one document only, so that an embedded file and a sharded MongoDB can both keep the contract.
 * Documents are validated by the collection's schema when they are written (`InvalidDocumentError`) and decoded by it when they are read, so
 * that unknown fields are dropped and defaults filled in.
 */
export interface Collection<T extends Identified, I extends Indexes = Indexes> {
  readonly name: string;
  /** The document with this key. @throws StoreUsageError, as every call by key, without the owner of a document that has one */
  get(key: DocumentKey<T>): Promise<T | undefined>;
  /** The existing documents of these keys, each once, in the order of the ids. */
  getMany(keys: DocumentKeys<T>): Promise<T[]>;
  /** The first document, by `_id`, that the index finds. */
  findOne<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<T | undefined>;
  /** Documents by a declared index. @throws StoreUsageError when filter and order are not a prefix of that index. */
  find<Name extends IndexName<I>>(index: Name, options?: FindOptions<T, I, Name>): Promise<T[]>;
  /** The ids of the documents that `find` would return. Together with `getManyWithout` it lists documents without their large fields. */
  findIds<Name extends IndexName<I>>(index: Name, options?: FindOptions<T, I, Name>): Promise<string[]>;
  /**
   * Like `getMany`, without the named large fields. These are not loaded into the process, and other work runs in between. Each document is as
   * it was when it was read.
   */
  getManyWithout<K extends Exclude<keyof T & string, '_id'>>(fields: readonly K[], keys: DocumentKeys<T>): Promise<Omit<T, K>[]>;
  /**
   * Ids of the owner's documents whose declared search field contains `text`. Case, accents and runs of white space are folded. Only ids, since
   * the searched documents may be large. One search of an owner runs at a time, and a limited number waits.
   * @throws StoreBusyError when too many searches of this owner wait already
   */
  search(owner: string, text: string, options?: SearchOptions<T>): Promise<string[]>;
  /** The number of documents that an index prefix finds, and of those with the next field in a range. */
  count<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>, range?: CountRange): Promise<number>;
  /** Stores a new document. @throws DuplicateKeyError naming the index whose key is taken. */
  insert(document: T): Promise<T>;
  /**
   * Changes one document atomically. @returns the new document; `undefined` when it is absent or the guard does not hold
   * @throws DuplicateKeyError naming the index whose key is taken.
   */
  update(key: DocumentKey<T>, change: Change<T>, guard?: Guard<T>): Promise<T | undefined>;
  /**
   * Stores a whole document: inserts it, or replaces the one with its id. With a guard an existing document is replaced only when the guard
   * holds for it.
   * @returns the document; `undefined` when the guard did not hold and nothing changed
   */
  upsert(document: T, guard?: Guard<T>): Promise<T | undefined>;
  /** Deletes one document. @returns it; `undefined` when it is absent or the guard does not hold */
  delete(key: DocumentKey<T>, guard?: Guard<T>): Promise<T | undefined>;
  /** Deletes every document of a non-empty index prefix, in batches (not in one atomic step). @returns their number */
  deleteWhere<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<number>;
}

/** An open database of one service. */
export interface DocumentStore {
  /** @throws StoreUsageError when the store was opened without this collection. */
  collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I>;
  /**
   * How long after its failure a call may still take effect, in milliseconds: over a network a write may arrive after its caller has stopped
   * waiting.
   */
  readonly lateEffectsMs: number;
  /** Resolves while the database answers and can be written. @throws StoreUnavailableError with the reason */
  ping(): Promise<void>;
  /** Whether deleted or replaced data may still be in a file of the database: no scrub has run since. */
  isScrubDue(): boolean;
  /**
   * Removes deleted and replaced data from every file of the database, the write-ahead log included. Other calls go on meanwhile.
   * @throws StoreUnavailableError while a reader still uses the earlier state
   */
  scrub(): Promise<void>;
  /** Deletes expired documents in collections that declare `expires`. @returns their number */
  purgeExpired(now: Date): Promise<number>;
  /** Closes the connection. Later calls are rejected. May be called twice. */
  close(): Promise<void>;
}
