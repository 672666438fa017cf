/** A document as an engine stores it, with the folded text for searches. */
export interface RawRow {
  readonly _id: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly folded: string | undefined;
}

/** One service's database as it is stored, without its schemas: for copying all of it. */
export interface RawStore {
  /** Names of the collections, in order. */
  collections(): Promise<string[]>;
  count(collection: string): Promise<number>;
  /** At most `limit` documents, ordered by `_id`, after this one. */
  read(collection: string, after: string | undefined, limit: number): Promise<RawRow[]>;
  /** Inserts or replaces documents in order. An interrupted call leaves the first ones written. */
  write(collection: string, rows: readonly RawRow[]): Promise<void>;
  /** The store's own settings: its format, and how texts were folded. */
  settings(): Promise<ReadonlyMap<string, string>>;
  set(name: string, value: string | undefined): Promise<void>;
  close(): Promise<void>;
}
