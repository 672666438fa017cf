import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '@lectern/document-store';

/** Which records of a kind to list, newest first. */
interface ListOptions<T> {
  readonly limit?: number;
  readonly customer?: string | undefined;
  /** The id of the last record on the previous page. */
  readonly startingAfter?: string | undefined;
  readonly keep?: (record: T) => boolean;
}

/** JSON records by kind and id in order of creation, in a file or in memory. */
export class Records {
  readonly #database: DatabaseSync;

  constructor(file: string | undefined) {
    this.#database = openDatabaseFile(file ?? ':memory:');
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS records (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, customer TEXT, document TEXT NOT NULL, UNIQUE (kind, id)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS by_customer ON records (kind, customer, sequence);
      CREATE INDEX IF NOT EXISTS by_kind ON records (kind, sequence);`);
  }

  get<T>(kind: string, id: string): T | undefined {
    const row = this.#database.prepare('SELECT document FROM records WHERE kind = ? AND id = ?').get(kind, id);
    return row && JSON.parse(String(row['document']));
  }

  /** Inserts a record, or replaces it without changing its position. */
  put(kind: string, id: string, record: object, customer?: string): void {
    this.#database
      .prepare(
        `INSERT INTO records (kind, id, customer, document) VALUES (?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET customer = excluded.customer, document = excluded.document`,
      )
      .run(kind, id, customer ?? null, JSON.stringify(record));
  }

  /** Returns a page of records; `undefined` for an unknown cursor. */
  list<T extends object>(kind: string, options: ListOptions<T>): { data: T[]; hasMore: boolean } | undefined {
    const { limit = Infinity, customer = null, startingAfter, keep = () => true } = options;
    const sequenceOf = this.#database.prepare('SELECT sequence FROM records WHERE kind = ? AND id = ?');
    const before = startingAfter === undefined ? Number.MAX_SAFE_INTEGER : sequenceOf.get(kind, startingAfter)?.['sequence'];
    if (before === undefined) return undefined;
    const rows = this.#database
      .prepare('SELECT document FROM records WHERE kind = ? AND (? IS NULL OR customer = ?) AND sequence < ? ORDER BY sequence DESC')
      .iterate(kind, customer, customer, Number(before));
    const data: T[] = [];
    for (const { document } of rows) {
      const record: T = JSON.parse(String(document));
      if (keep(record)) data.push(record);
      if (data.length > limit) break;
    }
    return { data: data.slice(0, limit), hasMore: data.length > limit };
  }

  /** Runs `work` in a transaction: either all of its writes are stored or none are. */
  transaction<R>(work: () => R): R {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // If the disk is full, the engine has already rolled back.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
