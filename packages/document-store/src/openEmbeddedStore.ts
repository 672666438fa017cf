import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import { applyChange, checkChange, checkStorable, decodeDocument, meetsGuard } from './documents.ts';
import type { RawDocument } from './documents.ts';
import type {
  Change,
  Collection,
  DocumentStore,
  FindOptions,
  Guard,
  Identified,
  IndexName,
  Prefix,
  Scalar,
  SearchOptions,
} from './DocumentStore.ts';
import { DuplicateKeyError, StoreUnavailableError, StoreUsageError } from './errors.ts';
import { foldText } from './foldText.ts';
import { orderedFieldsOf, planLimit, planQuery, planWhere } from './planQuery.ts';
import type { QueryPlan } from './planQuery.ts';

/** How `openEmbeddedStore` opens a file. */
export interface EmbeddedStoreOptions {
  /** The database file; its folder is made when missing. `:memory:` keeps everything in this process. */
  readonly file: string;
  /** Everything that will be asked for by `collection`. Collections of the file that are not named here stay as they are. */
  readonly collections: readonly CollectionDefinition[];
  /** How long a call waits for another process's write, 5,000 ms when left out. */
  readonly busyTimeoutMs?: number;
  /** How many pages of 4 kB the file may grow to: past it a call is refused as on a full disk. No bound when left out. */
  readonly pagesMax?: number;
}

/** Raised when the tables of the file change in a way that an older program cannot read. */
const FORMAT = 1;
/** Raised when `foldText` folds differently, so that what was folded before is folded again at the next opening. */
const FOLDING = 1;
const BATCH = 500;
/** Names with a blank, which no declared index can have. */
const SEARCH_INDEX = 'search by owner';
const EXPIRY_INDEX = 'by expiry';
const STATEMENTS_KEPT_MAX = 500;

const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const UNAVAILABLE = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 26]);

type Row = Record<string, unknown>;

const quoted = (name: string): string => `"${name}"`;
const expressionOf = (field: string): string => (field === '_id' ? '_id' : `json_extract(document, '$.${field}')`);
const bound = (value: Scalar): SQLInputValue => (typeof value === 'boolean' ? Number(value) : value);
// By its shape, since an error of another realm (a test runner's) is no instance of this realm's Error.
const isEngineError = (error: unknown): error is { readonly errcode: number; readonly message: string } =>
  typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number' && 'message' in error;
/** JSON of a document. Half a surrogate pair has no UTF-8 and becomes U+FFFD, as in any other engine and in every bound value. */
const toJson = (raw: object): string => {
  const text = JSON.stringify(raw);
  return text.includes('\\ud')
    ? JSON.stringify(raw, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
    : text;
};
const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One connection: statements kept, errors told apart, writes in transactions of their own. */
class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, busyTimeoutMs: number, pagesMax: number | undefined) {
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // Made here so that nobody else on the machine can read it; the engine gives its side files the same mode.
      closeSync(openSync(file, 'a', 0o600));
    }
    this.#database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    this.execute('PRAGMA journal_mode = WAL');
    this.execute('PRAGMA synchronous = FULL');
    // What was deleted is overwritten: an erased account is in no free page of the file.
    this.execute('PRAGMA secure_delete = ON');
    if (pagesMax !== undefined) this.execute(`PRAGMA max_page_count = ${pagesMax}`);
  }

  execute(sql: string): void {
    this.#attempt(() => this.#database.exec(sql));
  }

  rows(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#attempt(() => this.#statement(sql).all(...values));
  }

  row(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#attempt(() => this.#statement(sql).get(...values));
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#attempt(() => Number(this.#statement(sql).run(...values).changes));
  }

  /** Runs `work` as one write that no other process can come between. */
  transaction<R>(work: () => R): R {
    this.execute('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.execute('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.execute('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    if (!this.#database.isOpen) return;
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    if (this.#statements.size >= STATEMENTS_KEPT_MAX) this.#statements.clear();
    const made = this.#database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #attempt<R>(work: () => R): R {
    if (!this.#database.isOpen) throw new StoreUnavailableError('The document store is closed.');
    try {
      return work();
    } catch (error) {
      if (!isEngineError(error)) throw error;
      if (error.errcode === CONSTRAINT_PRIMARY_KEY || error.errcode === CONSTRAINT_UNIQUE) {
        // An expression index is named in the message as 'collection.index'; a primary key by its column.
        const [, collection = '', index = '_id'] =
          /index '(\w+)\.(\w+)'/.exec(error.message) ?? /failed: (\w+)\./.exec(error.message) ?? [];
        throw new DuplicateKeyError(collection, index, { cause: error });
      }
      if (UNAVAILABLE.has(error.errcode & 0xff))
        throw new StoreUnavailableError(`The document store is unavailable: ${error.message}`, { cause: error });
      throw error;
    }
  }
}

class EmbeddedCollection<T extends Identified, I extends Indexes> implements Collection<T, I> {
  readonly #connection: Connection;
  readonly #definition: CollectionDefinition<T, I>;
  readonly #table: string;

  constructor(connection: Connection, definition: CollectionDefinition<T, I>) {
    this.#connection = connection;
    this.#definition = definition;
    this.#table = quoted(definition.name);
  }

  get name(): string {
    return this.#definition.name;
  }

  async get(id: string): Promise<T | undefined> {
    const raw = this.#raw(id);
    return raw && decodeDocument(this.#definition, raw);
  }

  async getMany(ids: readonly string[]): Promise<T[]> {
    const unique = [...new Set(ids)];
    const found = this.#connection.rows(
      `SELECT document FROM ${this.#table} WHERE _id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(unique),
    );
    const byId = new Map(this.#decodeAll(found).map((document) => [document._id, document]));
    return unique.flatMap((id) => byId.get(id) ?? []);
  }

  async findOne<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<T | undefined> {
    const [first] = this.#find(index, planQuery(this.#definition, index, { equals, limit: 1 }));
    return first;
  }

  async find<Name extends IndexName<I>>(index: Name, options: FindOptions<T, I, Name> = {}): Promise<T[]> {
    return this.#find(index, planQuery(this.#definition, index, options));
  }

  async search(owner: string, text: string, options: SearchOptions<T> = {}): Promise<T[]> {
    const { search, name } = this.#definition;
    if (!search) throw new StoreUsageError(`"${name}" declares no search field.`);
    const needle = foldText(text);
    return this.#find(
      SEARCH_INDEX,
      {
        equals: [[search.owner, owner]],
        atMost: undefined,
        after: options.after,
        orderBy: ['_id'],
        order: options.order ?? 'desc',
        limit: planLimit(`${name}.search`, options.limit),
        where: planWhere(`${name}.search`, options.where),
      },
      needle === '' ? undefined : needle,
    );
  }

  async count<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<number> {
    const { sql, values } = this.#condition(planQuery(this.#definition, index, { equals }));
    return Number(this.#connection.row(`SELECT count(*) AS found FROM ${this.#by(index)} ${sql}`, ...values)?.['found']);
  }

  async insert(document: T): Promise<T> {
    const decoded = decodeDocument(this.#definition, document);
    this.#insert(decoded);
    return decoded;
  }

  async update(id: string, change: Change<T>, guard: Guard<T> = {}): Promise<T | undefined> {
    checkChange(change);
    return this.#connection.transaction(() => {
      const before = this.#raw(id);
      if (!before || !meetsGuard(before, guard)) return undefined;
      const after = applyChange(before, change);
      const decoded = decodeDocument(this.#definition, after);
      // What an older or newer program stored in other fields stays, so the raw document is written and not the decoded one.
      this.#replace(after);
      return decoded;
    });
  }

  async upsert(document: T, guard: Guard<T> = {}): Promise<T | undefined> {
    const decoded = decodeDocument(this.#definition, document);
    return this.#connection.transaction(() => {
      const before = this.#raw(decoded._id);
      if (before && !meetsGuard(before, guard)) return undefined;
      if (before) this.#replace(decoded as Identified as RawDocument & T);
      else this.#insert(decoded);
      return decoded;
    });
  }

  async delete(id: string, guard: Guard<T> = {}): Promise<T | undefined> {
    return this.#connection.transaction(() => {
      const before = this.#raw(id);
      if (!before || !meetsGuard(before, guard)) return undefined;
      this.#connection.run(`DELETE FROM ${this.#table} WHERE _id = ?`, id);
      return decodeDocument(this.#definition, before);
    });
  }

  async deleteWhere<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<number> {
    const plan = planQuery(this.#definition, index, { equals });
    if (plan.equals.length === 0) throw new StoreUsageError(`deleteWhere on "${this.name}" would empty the collection.`);
    return this.#deleteAll(index, this.#condition(plan));
  }

  async purgeExpired(now: Date): Promise<number> {
    const { expires } = this.#definition;
    return expires === undefined
      ? 0
      : this.#deleteAll(EXPIRY_INDEX, { sql: `WHERE ${expressionOf(expires)} <= ?`, values: [now.toISOString()] });
  }

  /** Makes the table and brings its indexes to what is declared. */
  prepare(): void {
    const { name, indexes, search, expires } = this.#definition;
    // A rowid table: without rowids a document would stand in every page of the primary key's tree, twice the size.
    this.#connection.execute(
      `CREATE TABLE IF NOT EXISTS ${this.#table} (_id TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL, folded TEXT) STRICT`,
    );
    const wanted = new Map<string, string>();
    const want = (index: string, fields: readonly string[], unique = false): void => {
      const key = `${name}.${index}`;
      const columns = fields.map(expressionOf).join(', ');
      wanted.set(key, `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(key)} ON ${this.#table} (${columns})`);
    };
    for (const [index, { unique }] of Object.entries(indexes)) want(index, orderedFieldsOf(this.#definition, index), unique);
    if (search) want(SEARCH_INDEX, [search.owner, '_id']);
    if (expires !== undefined) want(EXPIRY_INDEX, [expires]);
    const present = this.#connection.rows(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
      name,
    );
    for (const { name: index, sql } of present) {
      if (wanted.get(String(index)) === sql) wanted.delete(String(index));
      else this.#connection.execute(`DROP INDEX ${quoted(String(index))}`);
    }
    for (const sql of wanted.values()) this.#connection.execute(sql);
    this.#foldAgain();
  }

  /** Deletes in batches, so that neither other processes nor this one's other calls wait long. */
  async #deleteAll(index: string, condition: { sql: string; values: readonly SQLInputValue[] }): Promise<number> {
    const sql = `DELETE FROM ${this.#table} WHERE rowid IN (SELECT rowid FROM ${this.#by(index)} ${condition.sql} LIMIT ${BATCH})`;
    let total = 0;
    for (;;) {
      const deleted = this.#connection.run(sql, ...condition.values);
      total += deleted;
      if (deleted < BATCH) return total;
      await yieldToOthers();
    }
  }

  /** Folds what is stored again when another field is searched now, or folding itself has changed. */
  #foldAgain(): void {
    const { name, search } = this.#definition;
    const key = `folding of ${name}`;
    const value = search ? `${search.field} ${FOLDING}` : '';
    const settled = this.#connection.row('SELECT value FROM lectern_settings WHERE name = ?', key)?.['value'] ?? '';
    if (settled === value) return;
    for (const { _id, document } of this.#connection.rows(`SELECT _id, document FROM ${this.#table}`)) {
      this.#connection.run(`UPDATE ${this.#table} SET folded = ? WHERE _id = ?`, this.#folded(JSON.parse(String(document))), String(_id));
    }
    this.#connection.run(
      'INSERT INTO lectern_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      key,
      value,
    );
  }

  #folded(raw: RawDocument): string | null {
    const text = this.#definition.search && raw[this.#definition.search.field];
    return typeof text === 'string' ? foldText(text) : null;
  }

  #raw(id: string): RawDocument | undefined {
    const row = this.#connection.row(`SELECT document FROM ${this.#table} WHERE _id = ?`, id);
    return row && JSON.parse(String(row['document']));
  }

  #insert(document: T): void {
    const raw = document as Identified as RawDocument & T;
    checkStorable(this.#definition, raw);
    const sql = `INSERT INTO ${this.#table} (_id, document, folded) VALUES (?, ?, ?)`;
    this.#connection.run(sql, document._id, toJson(document), this.#folded(raw));
  }

  #replace(raw: RawDocument): void {
    checkStorable(this.#definition, raw);
    const sql = `UPDATE ${this.#table} SET document = ?, folded = ? WHERE _id = ?`;
    this.#connection.run(sql, toJson(raw), this.#folded(raw), String(raw['_id']));
  }

  #decodeAll(rows: readonly Row[]): T[] {
    return rows.map(({ document }) => decodeDocument(this.#definition, JSON.parse(String(document))));
  }

  /** The table by one index: an engine that could not use it would refuse the call instead of reading everything. */
  #by(index: string): string {
    const name = index === '_id' ? `sqlite_autoindex_${this.name}_1` : `${this.name}.${index}`;
    return `${this.#table} INDEXED BY ${quoted(name)}`;
  }

  #find(index: string, plan: QueryPlan, needle?: string): T[] {
    const { sql, values } = this.#condition(plan, needle);
    const order = plan.orderBy.map((field) => `${expressionOf(field)} ${plan.order}`).join(', ');
    const ordered = order && `ORDER BY ${order}`;
    return this.#decodeAll(
      this.#connection.rows(`SELECT document FROM ${this.#by(index)} ${sql} ${ordered} LIMIT ?`, ...values, plan.limit),
    );
  }

  #condition(plan: QueryPlan, needle?: string): { sql: string; values: SQLInputValue[] } {
    const terms: string[] = [];
    const values: SQLInputValue[] = [];
    const add = (term: string, ...bindings: SQLInputValue[]): void => {
      terms.push(term);
      values.push(...bindings);
    };
    for (const [field, value] of plan.equals) {
      if (value === null) add(`${expressionOf(field)} IS NULL`);
      else add(`${expressionOf(field)} = ?`, bound(value));
    }
    if (plan.atMost) add(`${expressionOf(plan.atMost[0])} <= ?`, plan.atMost[1]);
    if (plan.after !== undefined) add(`_id ${plan.order === 'asc' ? '>' : '<'} ?`, plan.after);
    for (const [field, accepted] of plan.where) {
      // The plus keeps the planner on the index that was asked for, whatever else is declared.
      const among = `+${expressionOf(field)} IN (SELECT value FROM json_each(?))`;
      add(accepted.includes(null) ? `(${among} OR ${expressionOf(field)} IS NULL)` : among, JSON.stringify(accepted));
    }
    if (needle !== undefined) add('instr(folded, ?) > 0', needle);
    return { sql: terms.length ? `WHERE ${terms.join(' AND ')}` : '', values };
  }
}

/**
 * Opens a store in one file by the SQLite that is part of Node: documents are acknowledged when they are on the disk, several
 * processes may have the file open, and indexes are brought to what the collections declare before this returns.
 * @throws StoreUnavailableError when the file cannot be opened, StoreUsageError when a newer program made it.
 */
export function openEmbeddedStore({ file, collections, busyTimeoutMs = 5_000, pagesMax }: EmbeddedStoreOptions): DocumentStore {
  const connection = new Connection(file, busyTimeoutMs, pagesMax);
  const open = new Map<string, EmbeddedCollection<Identified, Indexes>>();
  const definitions = new Map<string, CollectionDefinition>();
  try {
    connection.transaction(() => {
      const format = Number(connection.row('PRAGMA user_version')?.['user_version']);
      if (format > FORMAT)
        throw new StoreUsageError(`The data was written by a newer program (format ${format}, this one knows ${FORMAT}).`);
      connection.execute(`PRAGMA user_version = ${FORMAT}`);
      connection.execute('CREATE TABLE IF NOT EXISTS lectern_settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT');
      for (const definition of collections) {
        if (open.has(definition.name)) throw new StoreUsageError(`Two collections are named "${definition.name}".`);
        const collection = new EmbeddedCollection(connection, definition);
        collection.prepare();
        open.set(definition.name, collection);
        definitions.set(definition.name, definition);
      }
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    collection<T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>): Collection<T, I> {
      const collection = open.get(definition.name);
      if (!collection || definitions.get(definition.name) !== (definition as CollectionDefinition)) {
        throw new StoreUsageError(`The store was opened without this collection "${definition.name}".`);
      }
      return collection as unknown as Collection<T, I>;
    },
    // In this very process: what has failed has failed.
    lateEffectsMs: 0,
    async ping() {
      connection.row('SELECT 1');
    },
    async purgeExpired(now) {
      let total = 0;
      for (const collection of open.values()) total += await collection.purgeExpired(now);
      return total;
    },
    async close() {
      connection.close();
    },
  };
}
