/** A document as an engine keeps it, beside the folded text that searches look in. */
export interface RawRow {
  readonly _id: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly folded: string | undefined;
}

/** One service's database as it is stored, whatever its collections are: for copying it whole. */
export interface RawStore {
  /** Names of the collections, in order. */
  collections(): Promise<string[]>;
  count(collection: string): Promise<number>;
  /** At most `limit` documents by `_id`, after this one. */
  read(collection: string, after: string | undefined, limit: number): Promise<RawRow[]>;
  /** Stores documents, new or in place of those with their ids, in order; a try that is cut off leaves the first ones. */
  write(collection: string, rows: readonly RawRow[]): Promise<void>;
  /** What the store keeps about itself: its format, and how texts were folded. */
  settings(): Promise<ReadonlyMap<string, string>>;
  set(name: string, value: string | undefined): Promise<void>;
  close(): Promise<void>;
}
