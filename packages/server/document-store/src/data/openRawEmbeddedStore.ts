import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '../openDatabaseFile.ts';
import { filterOf } from '../searchFilter.ts';
import type { RawRow, RawStore } from './RawStore.ts';

const table = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Stores rows in one transaction. Creates a missing table like the store itself does; its indexes are created when the service opens it. */
const writeRows = (database: DatabaseSync, collection: string, rows: readonly RawRow[]): void => {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${table(collection)} (_id TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL, folded TEXT, keys TEXT, filter BLOB) STRICT`,
    );
    const statement = database.prepare(
      `INSERT INTO ${table(collection)} (_id, document, folded, filter) VALUES (?, ?, ?, ?)
       ON CONFLICT (_id) DO UPDATE SET document = excluded.document, folded = excluded.folded, filter = excluded.filter, keys = NULL`,
    );
    for (const { _id, document, folded } of rows)
      statement.run(_id, JSON.stringify(document), folded ?? null, folded === undefined ? null : filterOf(Buffer.from(folded)));
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

/** Opens one service's file, for copying all of it. @param options - `create`: creates the file if it is missing */
export function openRawEmbeddedStore(file: string, { create = false } = {}): RawStore {
  if (!create && !existsSync(file)) throw new Error(`There is no ${file}.`);
  const database = openDatabaseFile(file);
  if (create) database.exec('CREATE TABLE IF NOT EXISTS lectern_settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT');

  return {
    async collections() {
      const found = database
        .prepare(
          `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'lectern_settings' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
        )
        .all();
      return found.map(({ name }) => String(name));
    },
    async count(collection) {
      const isThere = database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(collection);
      return isThere ? Number(database.prepare(`SELECT count(*) AS found FROM ${table(collection)}`).get()?.['found']) : 0;
    },
    async read(collection, after = '', limit) {
      const rows = database
        .prepare(`SELECT _id, document, folded FROM ${table(collection)} WHERE _id > ? ORDER BY _id LIMIT ?`)
        .all(after, limit);
      return rows.map(({ _id, document, folded }): RawRow => ({
        _id: String(_id),
        document: JSON.parse(String(document)) as Record<string, unknown>,
        folded: typeof folded === 'string' ? folded : undefined,
      }));
    },
    async write(collection, rows) {
      writeRows(database, collection, rows);
    },
    async settings() {
      const rows = database.prepare('SELECT name, value FROM lectern_settings').all();
      const format = String(database.prepare('PRAGMA user_version').get()?.['user_version']);
      return new Map([['format', format], ...rows.map(({ name, value }): [string, string] => [String(name), String(value)])]);
    },
    async set(name, value) {
      if (name === 'format') database.exec(`PRAGMA user_version = ${Number(value ?? 0)}`);
      else if (value === undefined) database.prepare('DELETE FROM lectern_settings WHERE name = ?').run(name);
      else
        database
          .prepare('INSERT INTO lectern_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
          .run(name, value);
    },
    async close() {
      database.close();
    },
  };
}
