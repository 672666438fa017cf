import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { damaged, ImportError, tooLarge } from '../../import/ImportError.ts';
import { importLimits } from '../../import/importLimits.ts';
import { checkSchemaPages } from './checkSchemaPages.ts';

/** The tables that are read, with their columns in Anki's order. Note types and decks have tables from schema 15 on. */
const tables = {
  col: 'id crt mod scm ver dty usn ls conf models decks dconf tags',
  notes: 'id guid mid mod usn tags flds sfld csum flags data',
  cards: 'id nid did ord mod usn type queue due ivl factor reps lapses left odue odid flags data',
  revlog: 'id cid usn ease ivl lastIvl factor time type',
  notetypes: 'id name mtime_secs usn config',
  fields: 'ntid ord name config',
  templates: 'ntid ord name mtime_secs usn config',
  decks: 'id name mtime_secs usn common kind',
} as const;
type TableName = keyof typeof tables;
const tableNames = Object.keys(tables) as TableName[];
const required: readonly TableName[] = ['col', 'notes', 'cards', 'revlog'];
/** Tables whose primary key is their first two columns. */
const keyedByTwo: readonly TableName[] = ['fields', 'templates'];

/** Defines a table without collations, checks, defaults and generated columns, which the file could define as it likes. */
const definitionOf = (name: TableName): string => {
  const columns = tables[name].split(' ');
  const [first = '', second = ''] = columns;
  if (keyedByTwo.includes(name)) return `CREATE TABLE ${name} (${columns.join(', ')}, PRIMARY KEY (${first}, ${second})) WITHOUT ROWID`;
  return `CREATE TABLE ${name} (${columns.map((column, index) => (index === 0 ? `${column} INTEGER PRIMARY KEY` : column)).join(', ')})`;
};

/** Whether a table begins with Anki's columns, none of them computed. */
const hasColumns = (database: DatabaseSync, name: TableName): boolean => {
  const found = database.prepare(`PRAGMA table_xinfo(${name})`).all();
  return tables[name].split(' ').every((column, index) => {
    const { name: own, hidden } = found[index] ?? {};
    return typeof own === 'string' && own.toLowerCase() === column.toLowerCase() && hidden === 0;
  });
};

const connectionOptions = {
  allowExtension: false,
  enableForeignKeyConstraints: false,
  limits: { length: importLimits.valueBytes, column: 100, attach: 0, triggerDepth: 0, likePatternLength: 1 },
} as const;

const safetyPragmas = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;';

interface SchemaRow {
  name: unknown;
  rootpage: unknown;
}

/**
 * Replaces the schema by our own definitions of the tables that are read. This removes triggers, views, indexes and virtual tables, so a
 * query reads the rows of these tables and nothing else.
 */
const replaceSchema = (file: string): void => {
  const database = new DatabaseSync(file, { ...connectionOptions, defensive: false });
  try {
    database.exec(`${safetyPragmas} PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA writable_schema = ON;`);
    const rows = database
      .prepare(`SELECT name, rootpage FROM sqlite_master WHERE type = 'table' LIMIT 1000`)
      .all() as unknown as SchemaRow[];
    const kept = tableNames.flatMap((name) => {
      const row = rows.find((each) => each.name === name);
      if (!row) return [];
      const { rootpage } = row;
      if (typeof rootpage !== 'number' || !hasColumns(database, name)) throw damaged();
      return [{ name, rootpage }];
    });
    if (!required.every((name) => kept.some((each) => each.name === name))) throw damaged();
    database.exec('BEGIN; DELETE FROM sqlite_master;');
    const insert = database.prepare(`INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('table', ?, ?, ?, ?)`);
    for (const { name, rootpage } of kept) insert.run(name, name, rootpage, definitionOf(name));
    database.exec('COMMIT');
  } finally {
    database.close();
  }
};

/** Fails if pages of a table are used twice or in a circle: reading it might never end. */
const checkTable = (database: DatabaseSync, name: TableName): void => {
  const [first] = database.prepare(`PRAGMA quick_check(${name})`).all() as { quick_check?: unknown }[];
  if (first?.quick_check !== 'ok') throw damaged();
};

const isTooBig = (error: unknown): boolean => error instanceof Error && /too big|out of memory/.test(error.message);

/** Converts an error of the database to one that a learner understands. */
export const asCollectionError = (error: unknown): ImportError =>
  error instanceof ImportError ? error : isTooBig(error) ? tooLarge() : damaged(error);

export interface OpenCollection {
  database: DatabaseSync;
  /** Note types and decks have their own tables instead of JSON in `col`. */
  hasTables: boolean;
}

/**
 * Opens an unpacked collection for reading. Modifies the file.
 *
 * @param file - A copy of our own.
 * @throws ImportError if it is no collection of Anki, or damaged
 */
export const openCollection = (file: string): OpenCollection => {
  let database: DatabaseSync | undefined;
  try {
    checkSchemaPages(file);
    replaceSchema(file);
    const address = pathToFileURL(file);
    address.searchParams.set('immutable', '1');
    database = new DatabaseSync(address, { ...connectionOptions, readOnly: true, defensive: true });
    database.exec(safetyPragmas);
    const found = database
      .prepare('SELECT name FROM sqlite_master')
      .all()
      .map(({ name }) => name);
    for (const name of tableNames) if (found.includes(name)) checkTable(database, name);
    return { database, hasTables: found.includes('notetypes') && found.includes('templates') && found.includes('fields') };
  } catch (error) {
    database?.close();
    throw asCollectionError(error);
  }
};
