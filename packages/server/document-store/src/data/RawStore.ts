/** A document as stored by an engine, with the folded text for searches. */
export interface RawRow {
  readonly _id: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly folded: string | undefined;
}

/** One service's database without its schemas, for copying all of it. */
export interface RawStore {
  /** Returns the sorted names of the collections. */
  collections(): Promise<string[]>;
  count(collection: string): Promise<number>;
  /** Returns at most `limit` documents after an id, ordered by `_id`. */
  read(collection: string, after: string | undefined, limit: number): Promise<RawRow[]>;
  /** Inserts or replaces documents in order. An interrupted call may have written the first ones. */
  write(collection: string, rows: readonly RawRow[]): Promise<void>;
  /** Returns the store's own settings: its format, and how texts were folded. */
  settings(): Promise<ReadonlyMap<string, string>>;
  set(name: string, value: string | undefined): Promise<void>;
  close(): Promise<void>;
}
