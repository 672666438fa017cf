import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import { callOf } from './coalesceReads.ts';
import { applyChange, checkChange, checkStorable, decodeDocument, decoderWithout, meetsGuard } from './documents.ts';
import type { RawDocument } from './documents.ts';
import type {
  Change,
  Collection,
  CountRange,
  DocumentKey,
  DocumentKeys,
  DocumentStore,
  FindOptions,
  Guard,
  Identified,
  IndexName,
  Prefix,
  Read,
  Scalar,
  SearchOptions,
  Write,
} from './DocumentStore.ts';
import { storedKeyOf, storedKeysOf } from './documentKey.ts';
import { DuplicateKeyError, StoreFileError, StoreUnavailableError, StoreUsageError } from './errors.ts';
import { foldInPieces, foldText } from './foldText.ts';
import { maybeYield, nextTurn } from './maybeYield.ts';
import { stringifyInPieces } from './inPieces.ts';
import { oneAtATime } from './oneAtATime.ts';
import { asFileError, openDatabaseFile } from './openDatabaseFile.ts';
import { orderedFieldsOf, planLimit, planQuery, planWhere } from './planQuery.ts';
import type { QueryPlan } from './planQuery.ts';
import { filterOf, mayContain } from './searchFilter.ts';
import { checkWrites, keyOfWrite } from './writes.ts';

export interface EmbeddedStoreOptions {
  /** The database file. Its folder is created if missing. `:memory:` stores the data in this process only. */
  readonly file: string;
  /** All collections that `collection` may be called with. Other collections in the file stay unchanged. */
  readonly collections: readonly CollectionDefinition[];
  /** How long a call waits for another process's write, in milliseconds. Defaults to 5,000. */
  readonly busyTimeoutMs?: number;
  /** The maximum number of pages of 4 kB in the file. Beyond it, writes fail as on a full disk. Defaults to unlimited. */
  readonly pagesMax?: number;
  /** Called after each step of a search or of a list without large fields, with the number of bytes that it has read. For tests. */
  readonly onStep?: (bytes: number) => void;
}

/** Incremented when the tables of the file change in a way that an older program cannot read. */
const FORMAT = 1;
/** Incremented when `foldText` or the filters change, so that stored texts are folded again when the file is opened. */
const FOLDING = 2;
/** The maximum number of documents deleted in one transaction. */
const BATCH = 500;
/** These names contain a blank, so that no declared index can have them. */
const SEARCH_INDEX = 'search by owner';
const EXPIRY_INDEX = 'by expiry';
const STATEMENTS_KEPT_MAX = 500;
/** The bytes that one step of a search or list reads: some milliseconds of work. A step reads at least one document. */
const STEP_BYTES = 1_000_000;
/** The fixed cost of reading a document, expressed in bytes. */
const ROW_BYTES = 1_000;
/** A search reads one of this many documents even if their filters exclude it, and counts it as this work, so that each step ends. */
const SKIPPED_MAX = 1_000;
const SKIPPED_BYTES = 200_000;
/** Longer folded texts are searched in pieces of this size: some milliseconds of work at worst. */
const SEARCHED_BYTES = 200_000;
const SEARCHES_WAITING_MAX = 20;
/** The fields of conditions are stored separately for longer documents. Characters. */
const LARGE_DOCUMENT = 50_000;
/** The size of the trial write after a full disk, in bytes: more than the smallest changes need. */
const PROBE_BYTES = 65_536;
const PROBE = 'probe';
/** How long a scrub waits for readers at a time, in milliseconds. Blocks this process. */
const SCRUB_WAIT_MS = 20;
const SCRUB_TRIES = 5;

const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const UNAVAILABLE = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 26]);
/** READONLY, IOERR, FULL. */
const UNWRITABLE = new Set([8, 10, 13]);

type Row = Record<string, unknown>;

const quoted = (name: string): string => `"${name}"`;
const bound = (value: Scalar): SQLInputValue => (typeof value === 'boolean' ? Number(value) : value);
// Recognised by its shape, because an error of another realm (a test runner's) is not an instance of this realm's Error.
const isEngineError = (error: unknown): error is { readonly errcode: number; readonly message: string } =>
  typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number' && 'message' in error;
/**
 * Returns the JSON of a document. A lone surrogate cannot be encoded in UTF-8 and becomes U+FFFD, as in other engines and in bound values.
 */
const toJson = async (raw: object): Promise<string> => {
  const text = await stringifyInPieces(raw);
  return text.includes('\\ud')
    ? stringifyInPieces(raw, { replacer: (_, value) => (typeof value === 'string' ? value.toWellFormed() : value) })
    : text;
};
/**
 * Returns the expression for a stored field. For large documents the fields of conditions are stored separately, in `keys`, because SQLite parses the
 * whole JSON to extract a field.
 */
const keyExpression = (field: string): string => (field === '_id' ? '_id' : `json_extract(ifnull(keys, document), '$.${field}')`);
/** Returns the condition that a document belongs to this owner; empty for documents without one. */
const ownerCondition = (userId: string | undefined): { sql: string; values: readonly string[] } =>
  userId === undefined ? { sql: '', values: [] } : { sql: ` AND ${keyExpression('userId')} = ?`, values: [userId] };

/** One connection: caches statements, maps errors, and runs writes in transactions. */
class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  readonly #busyTimeoutMs: number;
  /** The reason why the last write failed; cleared by the next successful `probe`. */
  #problem: string | undefined;
  /** Whether the write-ahead log may contain deleted data. Initially unknown. */
  isScrubDue = true;

  constructor(file: string, busyTimeoutMs: number, pagesMax: number | undefined) {
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#database = openDatabaseFile(file, { busyTimeoutMs, format: FORMAT });
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

  /** Reads rows one by one until `take` returns `false`. Blocks this process. */
  each(sql: string, values: readonly SQLInputValue[], take: (row: Row) => boolean): void {
    this.#attempt(() => {
      for (const row of this.#statement(sql).iterate(...values)) if (!take(row)) return;
    });
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#attempt(() => Number(this.#statement(sql).run(...values).changes));
  }

  /** Runs a write that deletes or replaces data. */
  erase(sql: string, ...values: SQLInputValue[]): number {
    const changes = this.run(sql, ...values);
    if (changes > 0) this.isScrubDue = true;
    return changes;
  }

  /** Tries to write after writes have failed. @throws StoreUnavailableError while it still fails */
  probe(): void {
    if (this.#problem === undefined) return;
    try {
      this.run(
        'INSERT INTO lectern_settings (name, value) VALUES (?, hex(zeroblob(?))) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        PROBE,
        PROBE_BYTES / 2,
      );
      this.run('DELETE FROM lectern_settings WHERE name = ?', PROBE);
    } catch (error) {
      throw new StoreUnavailableError(`The document store cannot be written: ${this.#problem}`, { cause: error });
    }
    this.#problem = undefined;
  }

  /** Writes the write-ahead log to the file and empties it. @returns `false` if a reader prevented it */
  emptyLog(): boolean {
    this.execute(`PRAGMA busy_timeout = ${SCRUB_WAIT_MS}`);
    try {
      // First the part that does not block other processes, so that the rest, during which writers wait, is short.
      this.row('PRAGMA wal_checkpoint(PASSIVE)');
      return Number(this.row('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy']) === 0;
    } finally {
      this.execute(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  /** Runs `work` in one write transaction. */
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
        // The message names an expression index as 'collection.index', and a primary key by its column.
        const [, collection = '', index = '_id'] =
          /index '(\w+)\.(\w+)'/.exec(error.message) ?? /failed: (\w+)\./.exec(error.message) ?? [];
        throw new DuplicateKeyError(collection, index, { cause: error });
      }
      if (UNWRITABLE.has(error.errcode & 0xff)) this.#problem = error.message;
      if (UNAVAILABLE.has(error.errcode & 0xff))
        throw new StoreUnavailableError(`The document store is unavailable: ${error.message}`, { cause: error });
      throw error;
    }
  }
}

/** The stored parts of a document. */
interface Written<R> {
  readonly decoded: R;
  readonly _id: string;
  /** JSON and the folded text in UTF-8, which SQLite takes unchanged: a string would be converted while the database is locked. */
  readonly json: Uint8Array;
  readonly folded: Uint8Array | null;
  readonly filter: Uint8Array | null;
  readonly keys: string | null;
}

const utf8 = new TextDecoder();

/** Parses a document's JSON. A large one is decoded and parsed in separate turns. */
const parsed = async (json: Uint8Array | string): Promise<RawDocument> => {
  await maybeYield();
  const text = typeof json === 'string' ? json : utf8.decode(json);
  await maybeYield();
  const raw = JSON.parse(text) as RawDocument;
  await maybeYield();
  return raw;
};

/** A document has changed since a write of it was prepared. */
class ChangedError extends Error {}

/** The shared state of a store's searches and lists. */
interface Searching {
  readonly oneAtATime: ReturnType<typeof oneAtATime>;
  readonly onStep: (bytes: number) => void;
}

class EmbeddedCollection<T extends Identified, I extends Indexes> implements Collection<T, I> {
  readonly #connection: Connection;
  readonly #definition: CollectionDefinition<T, I>;
  readonly #table: string;
  readonly #searching: Searching;
  /** The fields of the indexes and of the owner. */
  readonly #keys: readonly string[];

  constructor(connection: Connection, definition: CollectionDefinition<T, I>, searching: Searching) {
    this.#connection = connection;
    this.#definition = definition;
    this.#searching = searching;
    this.#table = quoted(definition.name);
    const { indexes, search, expires, isOwned } = definition;
    const fields = Object.values(indexes).flatMap((index) => index.fields);
    this.#keys = [...new Set([...(isOwned ? ['userId'] : []), ...fields, ...(search ? [search.owner] : []), ...(expires ? [expires] : [])])]
      .filter((field) => field !== '_id')
      .sort();
  }

  get name(): string {
    return this.#definition.name;
  }

  async get(key: DocumentKey<T>): Promise<T | undefined> {
    await maybeYield();
    const json = this.#json(storedKeyOf(this.#definition, key));
    return json && this.#decode(json);
  }

  async getMany(keys: DocumentKeys<T>): Promise<T[]> {
    const { ids, userId } = storedKeysOf(this.#definition, keys);
    return this.#readEach(ids, userId);
  }

  async findOne<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<T | undefined> {
    const [first] = await this.#find(index, planQuery(this.#definition, index, { equals, limit: 1 }));
    return first;
  }

  async find<Name extends IndexName<I>>(index: Name, options: FindOptions<T, I, Name> = {}): Promise<T[]> {
    return this.#find(index, planQuery(this.#definition, index, options));
  }

  async findWithout<K extends Exclude<keyof T & string, '_id'>, Name extends IndexName<I>>(
    fields: readonly K[],
    index: Name,
    options: FindOptions<T, I, Name> = {},
  ): Promise<Omit<T, K>[]> {
    return this.#readWithout(fields, await this.findIds(index, options));
  }

  async findIds<Name extends IndexName<I>>(index: Name, options: FindOptions<T, I, Name> = {}): Promise<string[]> {
    await maybeYield();
    return this.#rowsBy('_id', index, planQuery(this.#definition, index, options)).map((row) => String(row['_id']));
  }

  async getManyWithout<K extends Exclude<keyof T & string, '_id'>>(fields: readonly K[], keys: DocumentKeys<T>): Promise<Omit<T, K>[]> {
    const { ids, userId } = storedKeysOf(this.#definition, keys);
    return this.#readWithout(fields, ids, userId);
  }

  /** Reads documents without some fields, a limited number of bytes at a time. */
  async #readWithout<K extends Exclude<keyof T & string, '_id'>>(
    fields: readonly K[],
    ids: readonly string[],
    userId?: string,
  ): Promise<Omit<T, K>[]> {
    const owner = ownerCondition(userId);
    const decode = decoderWithout(this.#definition, fields);
    const paths = fields.map((field) => `, '$.${field}'`).join('');
    const sql = `SELECT json_remove(document${paths}) AS rest, octet_length(document) AS bytes FROM ${this.#table} WHERE _id = ?${owner.sql}`;
    const found: Omit<T, K>[] = [];
    let bytes = 0;
    for (const id of ids) {
      if (bytes === 0) await nextTurn();
      const row = this.#connection.row(sql, id, ...owner.values);
      bytes += ROW_BYTES + Number(row?.['bytes'] ?? 0);
      if (row) found.push(await decode(JSON.parse(String(row['rest']))));
      if (bytes < STEP_BYTES) continue;
      this.#searching.onStep(bytes);
      bytes = 0;
    }
    if (bytes > 0) this.#searching.onStep(bytes);
    return found;
  }

  async search(owner: string, text: string, options: SearchOptions<T> = {}): Promise<string[]> {
    const { search, name } = this.#definition;
    if (!search) throw new StoreUsageError(`"${name}" declares no search field.`);
    // Stored texts have no lone surrogates either.
    const needle = foldText(text).toWellFormed();
    const plan: QueryPlan = {
      equals: [[search.owner, owner]],
      atMost: undefined,
      above: undefined,
      after: options.after,
      orderBy: ['_id'],
      order: options.order ?? 'desc',
      limit: planLimit(`${name}.search`, options.limit),
      where: planWhere(`${name}.search`, options.where),
    };
    return this.#searching.oneAtATime(owner, async () => {
      const found: string[] = [];
      for (let after = plan.after; ;) {
        await nextTurn();
        options.signal?.throwIfAborted();
        const step = this.#searchStep({ ...plan, after, limit: plan.limit - found.length }, needle);
        found.push(...step.found);
        if (step.large !== undefined && (await this.#includes(step.large, needle))) found.push(step.large);
        if (step.isDone || found.length >= plan.limit) return found;
        after = step.last;
      }
    });
  }

  /**
   * Returns whether a large folded text contains the searched one. Searches in pieces, because in SQLite and Node the time of some searches
   * grows with the product of both lengths.
   */
  async #includes(id: string, needle: string): Promise<boolean> {
    const folded = this.#connection.row(`SELECT CAST(folded AS BLOB) AS folded FROM ${this.#table} WHERE _id = ?`, id)?.['folded'];
    const [text, wanted] = [Buffer.from((folded as Uint8Array | null | undefined) ?? ''), Buffer.from(needle)];
    for (let from = 0; from < text.length; from += SEARCHED_BYTES) {
      await maybeYield();
      if (text.subarray(from, from + SEARCHED_BYTES + wanted.length - 1).includes(wanted)) return true;
    }
    return false;
  }

  /**
   * Runs one step of a search: reads a limited part of the owner's documents, starting after `after`. It ends at a large text, which is searched
   * separately.
   */
  #searchStep(plan: QueryPlan, needle: string): { found: string[]; large: string | undefined; last: string | undefined; isDone: boolean } {
    const { where, ...place } = plan;
    const { sql, values } = this.#condition({ ...place, where: [] });
    const wanted = this.#condition({ ...place, equals: [], after: undefined, where });
    // Further conditions are selected as columns instead of being part of WHERE, so that documents that do not match also count as work.
    const isWanted = wanted.sql ? wanted.sql.replace('WHERE ', '') : '1';
    const isLarge = `octet_length(folded) > ${SEARCHED_BYTES}`;
    const match = needle === '' ? `'yes'` : `CASE WHEN ${isLarge} THEN 'large' WHEN instr(folded, ?) > 0 THEN 'yes' END`;
    const filter = mayContain(needle);
    const isProbe = `rowid % ${SKIPPED_MAX} = 0`;
    const size = 'octet_length(document) + ifnull(octet_length(folded), 0)';
    const columns = `_id, ${isWanted} AS isWanted, ${match} AS match, ${isProbe} AS isProbe, ${size} AS bytes`;
    const found: string[] = [];
    let large: string | undefined;
    let last: string | undefined;
    let bytes = 0;
    let isCut = false;
    this.#connection.each(
      `SELECT ${columns} FROM ${this.#by(SEARCH_INDEX)} ${sql} AND (${filter.sql} OR ${isProbe}) ORDER BY _id ${plan.order}`,
      [...wanted.values, ...(needle === '' ? [] : [needle]), ...values, ...filter.values],
      (row) => {
        last = String(row['_id']);
        if (row['isWanted'] === 1 && row['match'] === 'yes') found.push(last);
        if (row['isWanted'] === 1 && row['match'] === 'large') large = last;
        bytes += ROW_BYTES + Number(row['bytes']) + (row['isProbe'] === 1 && row['match'] === null ? SKIPPED_BYTES : 0);
        isCut = bytes >= STEP_BYTES || large !== undefined;
        return found.length < plan.limit && !isCut;
      },
    );
    this.#searching.onStep(bytes);
    return { found, large, last, isDone: !isCut || found.length >= plan.limit };
  }

  async count<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>, range: CountRange = {}): Promise<number> {
    await maybeYield();
    const { sql, values } = this.#condition(planQuery(this.#definition, index, { equals, ...range }));
    return Number(this.#connection.row(`SELECT count(*) AS found FROM ${this.#by(index)} ${sql}`, ...values)?.['found']);
  }

  async insert(document: T): Promise<T> {
    const written = await this.#written(await decodeDocument(this.#definition, document));
    await maybeYield();
    this.#insert(written);
    return written.decoded;
  }

  async update(key: DocumentKey<T>, change: Change<T>, guard: Guard<T> = {}): Promise<T | undefined> {
    checkChange(change);
    const stored = storedKeyOf(this.#definition, key);
    for (;;) {
      await maybeYield();
      const json = this.#json(stored);
      if (!json) return undefined;
      const before = await parsed(json);
      if (!meetsGuard(before, guard)) return undefined;
      const after = applyChange(before, change);
      const decoded = await decodeDocument<T>(this.#definition, after);
      // Writes the raw document instead of the decoded one, to keep fields of an older or newer program.
      const written = await this.#written(after);
      await maybeYield();
      // The document may have changed since it was read.
      if (this.#replace(written, json)) return decoded;
    }
  }

  async upsert(document: T, guard: Guard<T> = {}): Promise<T | undefined> {
    const written = await this.#written(await decodeDocument(this.#definition, document));
    const hasGuard = Object.keys(guard).length > 0;
    await maybeYield();
    return this.#connection.transaction(() => {
      const before = this.#json(storedKeyOf(this.#definition, written.decoded));
      if (before && hasGuard && !meetsGuard(JSON.parse(utf8.decode(before)) as RawDocument, guard)) return undefined;
      if (before) this.#replace(written, before);
      else this.#insert(written);
      return written.decoded;
    });
  }

  async delete(key: DocumentKey<T>, guard: Guard<T> = {}): Promise<T | undefined> {
    const stored = storedKeyOf(this.#definition, key);
    await maybeYield();
    const hasGuard = Object.keys(guard).length > 0;
    const json = this.#connection.transaction(() => {
      const before = this.#json(stored);
      if (!before || (hasGuard && !meetsGuard(JSON.parse(utf8.decode(before)) as RawDocument, guard))) return undefined;
      this.#connection.erase(`DELETE FROM ${this.#table} WHERE _id = ?`, stored._id);
      return before;
    });
    return json && this.#decode(json);
  }

  /**
   * Prepares a write of a step with several: everything that can be done before its transaction.
   *
   * @returns what to do in the transaction, which returns `false` if the document has changed since; `undefined` if the guard does not hold
   */
  async prepareWrite(write: Write): Promise<(() => boolean) | undefined> {
    const key = keyOfWrite(write);
    if (write.kind === 'delete')
      return () => {
        this.#connection.erase(
          `DELETE FROM ${this.#table} WHERE _id = ?${ownerCondition(key.userId).sql}`,
          key._id,
          ...ownerCondition(key.userId).values,
        );
        return true;
      };
    if (write.kind === 'update') {
      await maybeYield();
      const json = this.#json(key);
      const before = json && (await parsed(json));
      if (!json || !before || !meetsGuard(before, write.guard)) return undefined;
      const after = applyChange(before, write.change);
      await decodeDocument<T>(this.#definition, after);
      const written = await this.#written(after);
      return () => this.#replace(written, json);
    }
    const written = await this.#written(await decodeDocument(this.#definition, write.document));
    return () => {
      const before = write.kind === 'upsert' ? this.#json(key) : undefined;
      if (before) return this.#replace(written, before);
      this.#insert(written);
      return true;
    };
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
      : this.#deleteAll(EXPIRY_INDEX, { sql: `WHERE ${keyExpression(expires)} <= ?`, values: [now.toISOString()] });
  }

  /** Creates the table, and changes its indexes to the declared ones. */
  prepare(): void {
    const { name, indexes, search, expires } = this.#definition;
    // Keeps rowids: without them documents would be stored in the primary key's tree, which takes twice the space.
    this.#connection.execute(
      `CREATE TABLE IF NOT EXISTS ${this.#table} (_id TEXT NOT NULL PRIMARY KEY, document TEXT NOT NULL, folded TEXT, keys TEXT, filter BLOB) STRICT`,
    );
    const known = this.#connection.rows('SELECT name FROM pragma_table_info(?)', name).map((column) => column['name']);
    for (const [column, type] of Object.entries({ keys: 'TEXT', filter: 'BLOB' }))
      if (!known.includes(column)) this.#connection.execute(`ALTER TABLE ${this.#table} ADD COLUMN ${column} ${type}`);
    const wanted = new Map<string, string>();
    const want = (index: string, columns: readonly string[], unique = false): void => {
      const key = `${name}.${index}`;
      wanted.set(key, `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${quoted(key)} ON ${this.#table} (${columns.join(', ')})`);
    };
    for (const [index, { unique }] of Object.entries(indexes))
      want(index, orderedFieldsOf(this.#definition, index).map(keyExpression), unique);
    if (search) want(SEARCH_INDEX, [keyExpression(search.owner), '_id', 'filter']);
    if (expires !== undefined) want(EXPIRY_INDEX, [keyExpression(expires)]);
    const present = this.#connection.rows(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
      name,
    );
    const others = present.filter(({ name: index, sql }) => wanted.get(String(index)) !== sql);
    for (const { name: index } of others) this.#connection.execute(`DROP INDEX ${quoted(String(index))}`);
    const missing = [...wanted.values()].filter((sql) => !present.some((index) => index['sql'] === sql));
    // `keys` may lack a field of a new index. It may also be outdated if a program that does not know it has changed documents; such a
    // program creates other indexes.
    if (others.length + missing.length > 0) this.#connection.run(`UPDATE ${this.#table} SET keys = NULL WHERE keys IS NOT NULL`);
    for (const sql of missing) this.#connection.execute(sql);
    this.#foldAgain();
  }

  /** Deletes in batches, so that neither other processes nor other calls wait long. */
  async #deleteAll(index: string, condition: { sql: string; values: readonly SQLInputValue[] }): Promise<number> {
    const found = `SELECT rowid AS place, octet_length(document) AS bytes FROM ${this.#by(index)} ${condition.sql} LIMIT ${BATCH}`;
    for (let total = 0; ;) {
      const deleted = this.#connection.transaction(() => {
        const places: number[] = [];
        let bytes = 0;
        for (const row of this.#connection.rows(found, ...condition.values)) {
          if (bytes >= STEP_BYTES) break;
          bytes += Number(row['bytes']);
          places.push(Number(row['place']));
        }
        const sql = `DELETE FROM ${this.#table} WHERE rowid IN (SELECT value FROM json_each(?))`;
        return places.length === 0 ? 0 : this.#connection.erase(sql, JSON.stringify(places));
      });
      total += deleted;
      if (deleted === 0) return total;
      await nextTurn();
    }
  }

  /** Folds stored texts again if the search field or the folding has changed. */
  #foldAgain(): void {
    const { name, search } = this.#definition;
    const key = `folding of ${name}`;
    const value = search ? `${search.field} ${FOLDING}` : '';
    const settled = this.#connection.row('SELECT value FROM lectern_settings WHERE name = ?', key)?.['value'] ?? '';
    if (settled === value) return;
    for (const { _id, document } of this.#connection.rows(`SELECT _id, document FROM ${this.#table}`)) {
      const folded = this.#folded(JSON.parse(String(document)));
      const filter = folded === null ? null : filterOf(Buffer.from(folded));
      this.#connection.run(`UPDATE ${this.#table} SET folded = ?, filter = ? WHERE _id = ?`, folded, filter, String(_id));
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

  /** Returns the JSON of the stored document. */
  #json({ _id, userId }: { _id: string; userId?: string | undefined }): Uint8Array | undefined {
    const owner = ownerCondition(userId);
    const sql = `SELECT CAST(document AS BLOB) AS document FROM ${this.#table} WHERE _id = ?${owner.sql}`;
    return this.#connection.row(sql, _id, ...owner.values)?.['document'] as Uint8Array | undefined;
  }

  async #decode(json: Uint8Array | string): Promise<T> {
    return decodeDocument(this.#definition, await parsed(json));
  }

  async #readEach(ids: readonly string[], userId: string | undefined): Promise<T[]> {
    const found: T[] = [];
    for (const _id of ids) {
      await maybeYield();
      const json = this.#json({ _id, userId });
      if (json) found.push(await this.#decode(json));
    }
    return found;
  }

  /** Returns the stored parts of a document. @throws StoreUsageError */
  async #written<R extends Identified | RawDocument>(decoded: R): Promise<Written<R>> {
    const raw = decoded as RawDocument;
    checkStorable(this.#definition, raw);
    const searched = this.#definition.search && raw[this.#definition.search.field];
    const text = await toJson(decoded);
    const folded = typeof searched === 'string' ? Buffer.from(await foldInPieces(searched)) : null;
    await maybeYield();
    return {
      decoded,
      _id: String(raw['_id']),
      json: Buffer.from(text),
      folded,
      filter: folded && filterOf(folded),
      keys: text.length > LARGE_DOCUMENT ? JSON.stringify(Object.fromEntries(this.#keys.map((field) => [field, raw[field]]))) : null,
    };
  }

  #insert({ _id, json, folded, filter, keys }: Written<unknown>): void {
    const sql = `INSERT INTO ${this.#table} (_id, document, folded, filter, keys) VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT), ?, ?)`;
    this.#connection.run(sql, _id, json, folded, filter, keys);
  }

  /** @returns whether the document was still the previous one */
  #replace({ _id, json, folded, filter, keys }: Written<unknown>, before: Uint8Array): boolean {
    const change = `UPDATE ${this.#table} SET document = CAST(? AS TEXT), folded = CAST(? AS TEXT), filter = ?, keys = ?`;
    return this.#connection.erase(`${change} WHERE _id = ? AND document = CAST(? AS TEXT)`, json, folded, filter, keys, _id, before) > 0;
  }

  /** Returns the table with a required index. If the engine cannot use the index, it refuses the query instead of reading the whole table. */
  #by(index: string): string {
    const name = index === '_id' ? `sqlite_autoindex_${this.name}_1` : `${this.name}.${index}`;
    return `${this.#table} INDEXED BY ${quoted(name)}`;
  }

  async #find(index: string, plan: QueryPlan): Promise<T[]> {
    await maybeYield();
    const sizes = plan.limit === 1 ? [] : this.#rowsBy('_id, octet_length(document) AS bytes', index, plan);
    const isLarge = sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0) > STEP_BYTES;
    if (isLarge)
      return this.#readEach(
        sizes.map(({ _id }) => String(_id)),
        undefined,
      );
    const found: T[] = [];
    for (const { document } of this.#rowsBy('document', index, plan)) {
      await maybeYield();
      found.push(await this.#decode(String(document)));
    }
    return found;
  }

  #rowsBy(columns: '_id' | 'document' | '_id, octet_length(document) AS bytes', index: string, plan: QueryPlan): Row[] {
    const { sql, values } = this.#condition(plan);
    const order = plan.orderBy.map((field) => `${keyExpression(field)} ${plan.order}`).join(', ');
    const ordered = order && `ORDER BY ${order}`;
    return this.#connection.rows(`SELECT ${columns} FROM ${this.#by(index)} ${sql} ${ordered} LIMIT ?`, ...values, plan.limit);
  }

  #condition(plan: QueryPlan): { sql: string; values: SQLInputValue[] } {
    const terms: string[] = [];
    const values: SQLInputValue[] = [];
    const add = (term: string, ...bindings: SQLInputValue[]): void => {
      terms.push(term);
      values.push(...bindings);
    };
    for (const [field, value] of plan.equals) {
      if (value === null) add(`${keyExpression(field)} IS NULL`);
      else add(`${keyExpression(field)} = ?`, bound(value));
    }
    if (plan.atMost) add(`${keyExpression(plan.atMost[0])} <= ?`, plan.atMost[1]);
    if (plan.above) add(`${keyExpression(plan.above[0])} > ?`, plan.above[1]);
    if (plan.after !== undefined) add(`_id ${plan.order === 'asc' ? '>' : '<'} ?`, plan.after);
    for (const [field, accepted] of plan.where) {
      // The plus prevents the query planner from choosing another index for this condition.
      const expression = this.#keys.includes(field) ? keyExpression(field) : `json_extract(document, '$.${field}')`;
      const among = `+${expression} IN (SELECT value FROM json_each(?))`;
      add(accepted.includes(null) ? `(${among} OR ${expression} IS NULL)` : among, JSON.stringify(accepted));
    }
    return { sql: terms.length ? `WHERE ${terms.join(' AND ')}` : '', values };
  }
}

type CollectionOf = (definition: CollectionDefinition) => EmbeddedCollection<Identified, Indexes>;

const readEach = async (reads: readonly Read[], collectionOf: CollectionOf): Promise<PromiseSettledResult<unknown>[]> => {
  const outcomes: PromiseSettledResult<unknown>[] = [];
  for (const read of reads) outcomes.push(...(await Promise.allSettled([(async () => callOf(collectionOf(read.definition), read))()])));
  return outcomes;
};

/** Writes in one transaction, and prepares the writes anew if a document changes in between. @returns `false` if a guard does not hold */
const writeAtOnce = async (connection: Connection, writes: readonly Write[], collectionOf: CollectionOf): Promise<boolean> => {
  checkWrites(writes);
  for (;;) {
    const steps: (() => boolean)[] = [];
    for (const write of writes) {
      const step = await collectionOf(write.definition).prepareWrite(write);
      if (!step) return false;
      steps.push(step);
    }
    await maybeYield();
    try {
      connection.transaction(() => {
        for (const step of steps) if (!step()) throw new ChangedError();
      });
      return true;
    } catch (error) {
      if (!(error instanceof ChangedError)) throw error;
    }
  }
};

/** Creates the tables of the collections. */
const openCollections = (connection: Connection, definitions: readonly CollectionDefinition[], searching: Searching) => {
  const open = new Map<string, EmbeddedCollection<Identified, Indexes>>();
  connection.transaction(() => {
    const format = Number(connection.row('PRAGMA user_version')?.['user_version']);
    if (format > FORMAT) throw new StoreUsageError(`The data was written by a newer program (format ${format}, this one knows ${FORMAT}).`);
    connection.execute(`PRAGMA user_version = ${FORMAT}`);
    connection.execute('CREATE TABLE IF NOT EXISTS lectern_settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT');
    for (const definition of definitions) {
      if (open.has(definition.name)) throw new StoreUsageError(`Two collections are named "${definition.name}".`);
      const collection = new EmbeddedCollection(connection, definition, searching);
      collection.prepare();
      open.set(definition.name, collection);
    }
  });
  return open;
};

/**
 * Opens a store in one file with Node's SQLite. Documents are on the disk when they are acknowledged. Several processes may open the file.
 * The indexes match the declared ones when this returns.
 *
 * @throws StoreFileError if the file is unusable; StoreUnavailableError if another process holds it; StoreUsageError if a newer program wrote it
 */
export function openEmbeddedStore({ file, collections, busyTimeoutMs = 5_000, pagesMax, onStep }: EmbeddedStoreOptions): DocumentStore {
  const connection = new Connection(file, busyTimeoutMs, pagesMax);
  const searching: Searching = {
    oneAtATime: oneAtATime(SEARCHES_WAITING_MAX),
    onStep: onStep ?? (() => undefined),
  };
  let open: ReadonlyMap<string, EmbeddedCollection<Identified, Indexes>>;
  try {
    open = openCollections(connection, collections, searching);
  } catch (error) {
    connection.close();
    const told = error instanceof StoreUnavailableError ? asFileError(file, error.cause) : error;
    throw told instanceof StoreFileError ? told : error;
  }
  const collectionOf: CollectionOf = (definition) => {
    const collection = open.get(definition.name);
    if (!collection || !collections.includes(definition))
      throw new StoreUsageError(`The store was opened without this collection "${definition.name}".`);
    return collection;
  };
  return {
    collection: <T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>) =>
      collectionOf(definition as CollectionDefinition) as unknown as Collection<T, I>,
    read: (reads) => readEach(reads, collectionOf),
    write: (writes) => writeAtOnce(connection, writes, collectionOf),
    // The engine runs in this process, so a failed call has no later effect.
    lateEffectsMs: 0,
    async ping() {
      connection.row('SELECT 1');
      connection.probe();
    },
    isScrubDue: () => connection.isScrubDue,
    async scrub() {
      for (let tries = 1; !connection.emptyLog(); tries += 1) {
        if (tries === SCRUB_TRIES) throw new StoreUnavailableError('The document store is being read: its log cannot be emptied now.');
        await delay(SCRUB_WAIT_MS, undefined, { ref: false });
      }
      connection.isScrubDue = false;
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
