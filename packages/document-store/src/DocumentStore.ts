import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import type { Comparable, Identified, ItemOf, KeysOf, ListField, NumberField, OptionalKeysOf, Scalar, ScalarField } from './fields.ts';

export type { Identified, ListField, NumberField, Scalar, ScalarField } from './fields.ts';

/** Names that `find`, `findOne`, `count` and `deleteWhere` take: the declared indexes and `_id`, which every collection has. */
export type IndexName<I extends Indexes> = (keyof I & string) | '_id';

/** The fields of one index. */
export type IndexField<I extends Indexes, Name extends IndexName<I>> = Name extends keyof I ? I[Name]['fields'][number] : '_id';

/**
 * Equality on an index: its first field, its first two, … in any spelling order. A value of `undefined` or a gap throws
 * `StoreUsageError`, so that a forgotten value never widens a query.
 */
export type Prefix<T, I extends Indexes, Name extends IndexName<I>> = { readonly [K in IndexField<I, Name> & keyof T]?: Comparable<T, K> };

/** Equality on any fields besides the index; a list of values means any of them. */
export type Where<T> = { readonly [K in ScalarField<T>]?: Comparable<T, K> | readonly Comparable<T, K>[] };

/** Ascending or descending order of an index's remaining fields. */
export type Order = 'asc' | 'desc';

/** How `find` reads an index. */
export interface FindOptions<T, I extends Indexes, Name extends IndexName<I>> {
  /** A prefix of the index's fields. */
  readonly equals?: Prefix<T, I, Name>;
  /** The index field that follows `equals` is there and at most this. For due times; cannot be joined with `after`. */
  readonly atMost?: string | number;
  /** Order of the index's remaining fields, ending in `_id`. `asc` when left out. */
  readonly order?: Order;
  /** 1 to 1,000; 100 when left out. */
  readonly limit?: number;
  /**
   * Starts after this `_id`, also when that document is gone. Needs an index whose only remaining field is `_id`, since only then
   * does an id alone say where it stood.
   */
  readonly after?: string;
  /** A small extra equality, checked on the documents that the index leads to. */
  readonly where?: Where<T>;
}

/** How `search` pages. Results are ordered by `_id`. */
export interface SearchOptions<T> {
  /** Newest first, `desc`, when left out. */
  readonly order?: Order;
  /** 1 to 1,000; 100 when left out. */
  readonly limit?: number;
  readonly after?: string;
  readonly where?: Where<T>;
  /** Ends the search, which then rejects with the signal's reason: nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What `update` does to one document, all of it or nothing. One field stands under one operator only, and `_id` under
 * none (MongoDB refuses both). An engine may check the given values only and not what comes of them, so a bound on a counter
 * or a list belongs in the guard.
 */
export interface Change<T> {
  /** New values. A value of `undefined` throws: say `unset`. */
  readonly set?: { readonly [K in Exclude<keyof T & string, '_id'>]?: Exclude<T[K], undefined> };
  /** Optional fields to take away. */
  readonly unset?: readonly OptionalKeysOf<T>[];
  /** Adds to numbers; an absent one counts as 0. */
  readonly increment?: { readonly [K in NumberField<T>]?: number };
  /** Adds one item at the end of a list; an absent list counts as empty. */
  readonly append?: { readonly [K in ListField<T>]?: ItemOf<T[K]> };
  /** Takes out every item with this `_id`, or, from a list of plain values, every item equal to this one. */
  readonly remove?: { readonly [K in ListField<T>]?: { readonly _id: string } | Extract<ItemOf<T[K]>, Scalar> };
}

/** A condition on the stored document; all that is named must hold, in the same atomic step as the write. */
export interface Guard<T> {
  /** Equal values; `null` also fits an absent field. */
  readonly equals?: { readonly [K in ScalarField<T>]?: Comparable<T, K> };
  /** The field is there and smaller than this. For limits, and for "the highest version wins". */
  readonly below?: { readonly [K in KeysOf<T, string | number>]?: Exclude<T[K], undefined | null> };
  /** The field is there and at least this. */
  readonly atLeast?: { readonly [K in KeysOf<T, string | number>]?: Exclude<T[K], undefined | null> };
  /** The list has an item with this `_id`, or this plain value. */
  readonly has?: { readonly [K in ListField<T>]?: string };
  /** The list has no such item; an absent list has none. */
  readonly hasNot?: { readonly [K in ListField<T>]?: string };
  /** The fields are absent (or null). */
  readonly absent?: readonly (keyof T & string)[];
  /** The fields are there (and not null). */
  readonly present?: readonly (keyof T & string)[];
}

/**
 * Documents of one kind. Every call is atomic on one document and no more; everything it offers can be kept by an embedded
 * file and by a sharded MongoDB alike. Documents are checked by the collection's schema on the way in (`InvalidDocumentError`)
 * and decoded by it on the way out, so that unknown fields are dropped and defaults filled.
 */
export interface Collection<T extends Identified, I extends Indexes = Indexes> {
  readonly name: string;
  /** The document with this id. */
  get(id: string): Promise<T | undefined>;
  /** Those that exist, each once, in the order asked for. */
  getMany(ids: readonly string[]): Promise<T[]>;
  /** The first document, by `_id`, that an index leads to. */
  findOne<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<T | undefined>;
  /** Documents by a declared index. @throws StoreUsageError when filter and order are not a prefix of that index. */
  find<Name extends IndexName<I>>(index: Name, options?: FindOptions<T, I, Name>): Promise<T[]>;
  /** The ids of the documents that `find` would answer. Together with `getManyWithout` it lists documents without their large fields. */
  findIds<Name extends IndexName<I>>(index: Name, options?: FindOptions<T, I, Name>): Promise<string[]>;
  /**
   * Like `getMany`, without the named large fields: these never reach the process, and other work gets its turn in between. Each document is
   * as it was when it was read.
   */
  getManyWithout<K extends Exclude<keyof T & string, '_id'>>(fields: readonly K[], ids: readonly string[]): Promise<Omit<T, K>[]>;
  /**
   * Ids of the owner's documents whose declared search field contains `text`: case, accents and runs of blanks folded, otherwise as typed.
   * Only ids, since what is searched may be large. One search of an owner is carried out at a time, and a few wait.
   * @throws StoreBusyError when too many of this owner wait already
   */
  search(owner: string, text: string, options?: SearchOptions<T>): Promise<string[]>;
  /** How many documents an index prefix leads to. */
  count<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<number>;
  /** Stores a new document. @throws DuplicateKeyError naming the index whose key is taken. */
  insert(document: T): Promise<T>;
  /**
   * Changes one document atomically and answers the new one, or `undefined` when it is absent or the guard does not hold.
   * @throws DuplicateKeyError naming the index whose key is taken.
   */
  update(id: string, change: Change<T>, guard?: Guard<T>): Promise<T | undefined>;
  /**
   * Stores a document whole, new or in place of the one with its id. With a guard an existing document is replaced only when the
   * guard holds for it, else `undefined` is answered and nothing changes.
   */
  upsert(document: T, guard?: Guard<T>): Promise<T | undefined>;
  /** Deletes one document and answers it, or `undefined` when it is absent or the guard does not hold. */
  delete(id: string, guard?: Guard<T>): Promise<T | undefined>;
  /** Deletes every document of a non-empty index prefix, in batches (not one atomic step), and answers how many. */
  deleteWhere<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<number>;
}

/** An open database of one service. */
export interface DocumentStore {
  /** @throws StoreUsageError when the store was opened without this collection. */
  collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I>;
  /**
   * How long after a call has failed its effect may still come, in milliseconds: over a network a write may be on its way when nobody
   * waits for it any more.
   */
  readonly lateEffectsMs: number;
  /** Resolves while the database answers, and, where writes have failed, takes them again. @throws StoreUnavailableError which says why not */
  ping(): Promise<void>;
  /** Whether something was deleted or replaced that no scrub has taken out of every file yet. */
  isScrubDue(): boolean;
  /**
   * Takes what was deleted or replaced out of every file of the database: afterwards no log of writes holds it any more. Others go on.
   * @throws StoreUnavailableError while somebody still reads what was there before
   */
  scrub(): Promise<void>;
  /** Deletes what is due in collections that declare `expires`, and answers how many documents that were. */
  purgeExpired(now: Date): Promise<number>;
  /** Ends the connection; calls after it are rejected. May be called twice. */
  close(): Promise<void>;
}
