import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '@lectern/document-store';

/** Which records of a kind to list, newest first, with Stripe's cursors. */
export interface ListOptions<T> {
  readonly limit: number;
  readonly customer?: string | undefined;
  readonly startingAfter?: string | undefined;
  readonly endingBefore?: string | undefined;
  readonly keep?: (record: T) => boolean;
}

/** JSON records by kind and id, in the order of their creation, in one file or in memory. */
export class Records {
  readonly #database: DatabaseSync;

  constructor(file: string | undefined) {
    this.#database = openDatabaseFile(file ?? ':memory:');
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS records (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, customer TEXT, due INTEGER, document TEXT NOT NULL,
        UNIQUE (kind, id)
      ) STRICT;
      CREATE INDEX IF NOT EXISTS by_customer ON records (kind, customer, sequence);
      CREATE INDEX IF NOT EXISTS by_due ON records (kind, due) WHERE due IS NOT NULL;
      CREATE INDEX IF NOT EXISTS by_kind ON records (kind, sequence);`);
  }

  get<T>(kind: string, id: string): T | undefined {
    const row = this.#database.prepare('SELECT document FROM records WHERE kind = ? AND id = ?').get(kind, id);
    return row && JSON.parse(String(row['document']));
  }

  /** Inserts a record, or replaces it in its place of the order. `due` is in milliseconds since 1970. */
  put(
    kind: string,
    id: string,
    record: object,
    { customer, due }: { readonly customer?: string | undefined; readonly due?: number | undefined } = {},
  ): void {
    this.#database
      .prepare(
        `INSERT INTO records (kind, id, customer, due, document) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET customer = excluded.customer, due = excluded.due, document = excluded.document`,
      )
      .run(kind, id, customer ?? null, due ?? null, JSON.stringify(record));
  }

  delete(kind: string, id: string): void {
    this.#database.prepare('DELETE FROM records WHERE kind = ? AND id = ?').run(kind, id);
  }

  /** A page of records; `undefined` for an unknown cursor. */
  list<T>(
    kind: string,
    { limit, customer, startingAfter, endingBefore, keep = () => true }: ListOptions<T>,
  ): { data: T[]; hasMore: boolean } | undefined {
    const cursor = startingAfter ?? endingBefore;
    const from =
      cursor === undefined
        ? undefined
        : this.#database.prepare('SELECT sequence FROM records WHERE kind = ? AND id = ?').get(kind, cursor)?.['sequence'];
    if (cursor !== undefined && from === undefined) return undefined;
    const backwards = startingAfter === undefined && endingBefore !== undefined;
    const conditions = [
      'kind = ?',
      ...(customer === undefined ? [] : ['customer = ?']),
      ...(from === undefined ? [] : [`sequence ${backwards ? '>' : '<'} ?`]),
    ];
    const sql = `SELECT document FROM records WHERE ${conditions.join(' AND ')} ORDER BY sequence ${backwards ? 'ASC' : 'DESC'}`;
    const values = [kind, ...(customer === undefined ? [] : [customer]), ...(from === undefined ? [] : [Number(from)])];
    const data: T[] = [];
    for (const row of this.#database.prepare(sql).iterate(...values)) {
      const record: T = JSON.parse(String(row['document']));
      if (keep(record)) data.push(record);
      if (data.length > limit) break;
    }
    const page = data.slice(0, limit);
    return { data: backwards ? page.reverse() : page, hasMore: data.length > limit };
  }

  /** Due records of a kind, the earliest first. */
  due<T>(kind: string, nowMs: number): T[] {
    const rows = this.#database
      .prepare('SELECT document FROM records WHERE kind = ? AND due <= ? ORDER BY due LIMIT 1000')
      .all(kind, nowMs);
    return rows.map(({ document }): T => JSON.parse(String(document)));
  }

  deleteDue(kind: string, nowMs: number): void {
    this.#database.prepare('DELETE FROM records WHERE kind = ? AND due <= ?').run(kind, nowMs);
  }

  /** Runs `work` in a transaction: all of its writes are stored, or none. */
  transaction<R>(work: () => R): R {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // On a full disk the engine has rolled back already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
