import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, MongoCompatibilityError, MongoError, MongoServerError, MongoTopologyClosedError } from 'mongodb';
import type { Collection as DriverCollection, Db, Document, Filter, IndexDescriptionInfo } from 'mongodb';
import { callOf } from './coalesceReads.ts';
import type { CollectionDefinition, Indexes } from './defineCollection.ts';
import { checkChange, checkChangedFields, checkStorable, decodeDocument, decoderWithout } from './documents.ts';
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
  SearchOptions,
  Write,
} from './DocumentStore.ts';
import { storedKeyOf, storedKeysOf } from './documentKey.ts';
import { DocumentTooLargeError, DuplicateKeyError, StoreUnavailableError, StoreUsageError } from './errors.ts';
import { foldInPieces, foldText } from './foldText.ts';
import { maybeYield } from './maybeYield.ts';
import { oneAtATime } from './oneAtATime.ts';
import { guardConditions } from './guardConditions.ts';
import { orderedFieldsOf, planLimit, planQuery, planWhere, scalarOf } from './planQuery.ts';
import type { QueryPlan } from './planQuery.ts';
import { checkWrites, keyOfWrite, writeOneByOne } from './writes.ts';

export interface MongoStoreOptions {
  /**
   * A connection string. Its write and read concerns are overridden, because acknowledged writes can be lost unless a majority confirms
   * them.
   */
  readonly url: string;
  /** The database of this service. */
  readonly database: string;
  readonly collections: readonly CollectionDefinition[];
  /** The timeout of a call in milliseconds, including server selection and retries. Defaults to 8,000. */
  readonly timeoutMs?: number;
  /** Called with every sent command. For tests. */
  readonly onCommand?: (name: string, command: Document) => void;
}

/** Returns the found documents in the order of their ids. */
const inOrder = (ids: readonly string[], found: readonly Stored[]): Stored[] => {
  const byId = new Map(found.map((stored) => [stored._id, stored]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** A stored document: the declared fields, and the folded text of the search field. */
type Stored = Document & { readonly _id: string };

/** Incremented when documents change in a way that an older program cannot read. */
const FORMAT = 1;
/** Incremented when `foldText` changes. */
const FOLDING = 1;
/** The field with the folded text of the search field. */
export const FOLDED = '_folded';
/** The collection of the store's own settings. */
export const SETTINGS = 'lectern_settings';
/** The prefix of the indexes that the store manages. Indexes of operators stay unchanged. */
const OURS = 'lectern.';
const SEARCH_INDEX = 'search by owner';
const EXPIRY_INDEX = 'by expiry';
const UPSERTS_MAX = 10;
/** The number of attempts of a transaction whose documents others change, and the pause before the second one, in milliseconds. */
const TRANSACTIONS_MAX = 10;
const TRANSACTION_PAUSE_MS = 5;
/** More documents than a request reads, so that its answer comes in one part, as far as it fits into 16 MB. */
const READ_BATCH = 10_000;
const SEARCHES_WAITING_MAX = 20;
/** The time limit of a search on the cluster, in milliseconds. It is shorter than that of a call, so that no search outlives its call. */
const SEARCH_MS = 5_000;
/** The time of a call and of the driver's retry with its server selection, doubled for delayed packets. Milliseconds. */
const LATE_EFFECTS_MS = 15_000;
/** A client whose calls have all failed for this long is replaced. Milliseconds. */
const STUCK_MS = 4_000;

const DUPLICATE_KEY = 11_000;
/** The error codes of a document over 16 MB: too large as sent, or only after an update or upsert. */
const TOO_LARGE = new Set([10_334, 17_419, 17_420]);
/** The codes of other errors that a retry would not change: a value of another type for `$inc`, a refused operator. */
const USAGE = new Set([2, 9, 14, 40, 52, 17_280]);

/** The driver writes commands into a buffer of 17 MB, and reports only `ERR_OUT_OF_RANGE` for a longer one. */
const isTooLarge = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_OUT_OF_RANGE') ||
  (error instanceof MongoServerError && (TOO_LARGE.has(Number(error.code)) || /\btoo large\b/.test(error.message)));

/** Node's connection errors, which the driver sometimes passes on: EPIPE, ECONNRESET, … */
const isSocketError = (error: unknown): error is Error & { readonly code: string } =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(?:E[A-Z]+|ERR_(?:STREAM|SOCKET)_[A-Z_]+)$/.test(error.code);

const asStoreError = (error: unknown): unknown => {
  if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) {
    const [, collection = '', index = '_id_'] =
      /collection: (?:[^.\s]+\.)?(\S+) index: (?:lectern\.)?(\S+) dup key/.exec(error.message) ?? [];
    // Without the cause: it contains the key's values, which may be a learner's address.
    return new DuplicateKeyError(collection, index === '_id_' ? '_id' : index);
  }
  // Without the cause, which may quote the document.
  if (isTooLarge(error)) return new DocumentTooLargeError('A document is larger than MongoDB can store.');
  if (error instanceof MongoServerError && USAGE.has(Number(error.code)))
    return new StoreUsageError(`MongoDB refused the call: ${error.codeName ?? error.code}.`, { cause: error });
  if (error instanceof MongoError || isSocketError(error))
    return new StoreUnavailableError(`MongoDB is unavailable: ${error.name}.`, { cause: error });
  return error;
};

/** The connection to one database: prepares it at the first call that reaches it, and maps errors. */
class Connection {
  readonly #connect: () => MongoClient;
  readonly #database: string;
  readonly #prepare: (client: MongoClient, database: Db) => Promise<void>;
  readonly #timeoutMs: number;
  #opened: Promise<MongoClient> | undefined;
  /** The open client. Failures of earlier clients do not count against it. */
  #current: MongoClient | undefined;
  /** The time of the first failure since the last success. */
  #failingSince: number | undefined;
  #isClosed = false;

  constructor(
    { url, database, timeoutMs = 8_000, onCommand }: MongoStoreOptions,
    prepare: (client: MongoClient, database: Db) => Promise<void>,
  ) {
    this.#connect = () => {
      const client = new MongoClient(url, {
        appName: 'lectern',
        ignoreUndefined: true,
        retryReads: true,
        retryWrites: true,
        readPreference: 'primary',
        readConcern: { level: 'majority' },
        readConcernLevel: 'majority',
        writeConcern: { w: 'majority', journal: true },
        journal: true,
        wtimeoutMS: 0,
        // Shorter than the timeout of a call, so that a missing server is reported as such and not as a timeout.
        serverSelectionTimeoutMS: Math.min(3_000, timeoutMs),
        waitQueueTimeoutMS: Math.min(5_000, timeoutMs),
        // Shorter than the driver's defaults of ten seconds each, so that a lost server is found again within ten seconds in total.
        connectTimeoutMS: Math.min(5_000, timeoutMs),
        heartbeatFrequencyMS: 2_000,
        socketTimeoutMS: timeoutMs,
        maxPoolSize: 50,
        monitorCommands: onCommand !== undefined,
      });
      if (onCommand) client.on('commandStarted', ({ commandName, command }) => onCommand(commandName, command));
      return client;
    };
    // Does not connect yet, but validates the connection string.
    void this.#connect();
    this.#database = database;
    this.#prepare = prepare;
    this.#timeoutMs = timeoutMs;
  }

  async use<R>(work: (database: Db, client: MongoClient) => Promise<R>): Promise<R> {
    if (this.#isClosed) throw new StoreUnavailableError('The document store is closed.');
    // The driver limits the time of each attempt; this limits their total.
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreUnavailableError('MongoDB did not answer in time.')), this.#timeoutMs);
    });
    let used: MongoClient | undefined;
    try {
      const answer = this.#client().then((client) => {
        used = client;
        return work(client.db(this.#database), client);
      });
      const result = await Promise.race([answer, tooLate]);
      this.#failingSince = undefined;
      return result;
    } catch (error) {
      const failure = asStoreError(error);
      // Without an open client there is nothing to replace: opening may take long while indexes are built.
      if (failure instanceof StoreUnavailableError && used !== undefined && used === this.#current) this.#renewWhenStuck(used, error);
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the open client. Until the cluster was reached once, each call tries to open it. Concurrent calls share one attempt. */
  async #client(): Promise<MongoClient> {
    this.#opened ??= this.#open();
    const opened = this.#opened;
    try {
      return await opened;
    } catch (error) {
      if (this.#opened === opened) this.#opened = undefined;
      throw error;
    }
  }

  async #open(): Promise<MongoClient> {
    const client = this.#connect();
    try {
      await this.#prepare(client, client.db(this.#database));
      if (this.#isClosed) throw new StoreUnavailableError('The document store is closed.');
      this.#current = client;
      return client;
    } catch (error) {
      // A client whose first connection failed never connects again.
      await client.close();
      throw error;
    }
  }

  /**
   * Replaces a client whose calls have all failed for a while. After a network partition the driver may never reconnect (observed with 7.8:
   * minutes after the partition there was no connection, not even its monitor's).
   */
  #renewWhenStuck(client: MongoClient, error: unknown): void {
    const now = performance.now();
    this.#failingSince ??= now;
    const isOver = error instanceof MongoTopologyClosedError;
    if (this.#isClosed || (!isOver && now - this.#failingSince < STUCK_MS)) return;
    this.#failingSince = undefined;
    this.#opened = undefined;
    this.#current = undefined;
    // Calls that still use it fail on their own.
    client.close().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#opened?.catch(() => undefined);
    await client?.close();
  }
}

/** Returns a pattern for exactly this text. */
const literally = (text: string): string =>
  // A pattern cannot contain NUL.
  text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\0', '\\x00');

/** Decodes documents, and yields in between. */
const decodeEach = async <R>(found: readonly Stored[], decode: (stored: Stored) => Promise<R>): Promise<R[]> => {
  const decoded: R[] = [];
  for (const stored of found) {
    await maybeYield();
    decoded.push(await decode(stored));
  }
  return decoded;
};

const sortOf = ({ orderBy, order }: QueryPlan): Record<string, 1 | -1> =>
  Object.fromEntries(orderBy.map((field) => [field, order === 'asc' ? 1 : -1]));

/** A read as a part of a request. */
interface ReadPlan {
  readonly pipeline: Document[];
  readonly result: (found: readonly Stored[]) => unknown;
}

/**
 * Sends several reads as one aggregation: the first collection's pipeline, and the others by `$unionWith`. Each found document carries the index of its
 * read.
 */
const readAtOnce = async (
  database: Db,
  plans: readonly (Pick<ReadPlan, 'pipeline'> & { name: string })[],
): Promise<Map<number, Stored[]>> => {
  const [first, ...others] = plans.map(({ name, pipeline }, read) => ({
    coll: name,
    pipeline: [...pipeline, { $project: { _id: 0, read: { $literal: read }, found: '$$ROOT' } }],
  }));
  const found = new Map<number, Stored[]>();
  if (!first) return found;
  // A snapshot, because the parts of an aggregation have no order in time otherwise.
  const options = { batchSize: READ_BATCH, readConcern: { level: 'snapshot' as const } };
  const pipeline = [...first.pipeline, ...others.map((each) => ({ $unionWith: each }))];
  for await (const answer of database.collection(first.coll).aggregate<{ read: number; found: Stored }>(pipeline, options)) {
    const ofRead = found.get(answer.read);
    if (ofRead) ofRead.push(answer.found);
    else found.set(answer.read, [answer.found]);
  }
  return found;
};

/** Returns whether the transaction may be repeated: another one has changed a document of it. */
const isConflict = (error: unknown): boolean => error instanceof MongoError && error.hasErrorLabel('TransientTransactionError');

interface BulkAnswer {
  readonly cursor: { readonly firstBatch: readonly { readonly code?: number; readonly errmsg?: string }[] };
  readonly nMatched: number;
  readonly nUpserted: number;
}

/** Sends the operations in one transaction. @returns `false` if an update matched no document: nothing is changed then */
const writeAtOnce = async (client: MongoClient, ops: readonly Document[], namespaces: readonly string[]): Promise<boolean> => {
  const session = client.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } });
    const command = { bulkWrite: 1, ops, nsInfo: namespaces.map((ns) => ({ ns })), ordered: true, errorsOnly: true };
    // A command does not inherit `ignoreUndefined` from the client.
    const { cursor, nMatched, nUpserted } = (await client
      .db('admin')
      .command(command, { session, ignoreUndefined: true })) as unknown as BulkAnswer;
    const [failed] = cursor.firstBatch;
    if (failed) throw new MongoServerError(failed);
    if (nMatched + nUpserted < ops.filter((each) => 'update' in each).length) return false;
    await session.commitTransaction();
    return true;
  } finally {
    // A transaction that has not been committed is aborted.
    await session.endSession();
  }
};

/** The codes with which servers refuse what they do not know: an operation, a command, an option, a concern, or a stage. */
const UNKNOWN_TO_SERVER = new Set([20, 59, 72, 115, 123, 263, 40_324]);

/**
 * Returns whether the server has what `read` and `write` send: MongoDB 8.0 as a replica set or a sharded cluster has it. Asked by sending both, because
 * other servers of the protocol describe themselves in different ways.
 */
const hasTransactions = async (client: MongoClient, database: Db): Promise<boolean> => {
  const one = { name: SETTINGS, pipeline: [{ $limit: 1 }] };
  const nothing = { update: 0, filter: { _id: 'no setting' }, updateMods: { $set: { value: '' } }, multi: false };
  try {
    await readAtOnce(database, [one, one]);
    await writeAtOnce(client, [nothing], [`${database.databaseName}.${SETTINGS}`]);
    return true;
  } catch (error) {
    const isUnknown = error instanceof MongoServerError && UNKNOWN_TO_SERVER.has(Number(error.code));
    if (isUnknown || error instanceof MongoCompatibilityError) return false;
    throw error;
  }
};

class MongoCollection<T extends Identified, I extends Indexes> implements Collection<T, I> {
  readonly #connection: Connection;
  readonly #definition: CollectionDefinition<T, I>;
  readonly #oneAtATime: ReturnType<typeof oneAtATime>;

  constructor(connection: Connection, definition: CollectionDefinition<T, I>, searching: ReturnType<typeof oneAtATime>) {
    this.#connection = connection;
    this.#definition = definition;
    this.#oneAtATime = searching;
  }

  get name(): string {
    return this.#definition.name;
  }

  async get(key: DocumentKey<T>): Promise<T | undefined> {
    const filter = storedKeyOf(this.#definition, key);
    const stored = await this.#use((documents) => documents.findOne(filter));
    return stored ? this.#decode(stored) : undefined;
  }

  async getMany(keys: DocumentKeys<T>): Promise<T[]> {
    const { ids, ...owner } = storedKeysOf(this.#definition, keys);
    if (ids.length === 0) return [];
    const found = await this.#use((documents) => documents.find({ ...owner, _id: { $in: ids } }).toArray());
    return this.#decodeEach(inOrder(ids, found));
  }

  async findOne<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<T | undefined> {
    const [first] = await this.#find(planQuery(this.#definition, index, { equals, limit: 1 }));
    return first;
  }

  async find<Name extends IndexName<I>>(index: Name, options: FindOptions<T, I, Name> = {}): Promise<T[]> {
    return this.#find(planQuery(this.#definition, index, options));
  }

  async findWithout<K extends Exclude<keyof T & string, '_id'>, Name extends IndexName<I>>(
    fields: readonly K[],
    index: Name,
    options: FindOptions<T, I, Name> = {},
  ): Promise<Omit<T, K>[]> {
    const decode = decoderWithout(this.#definition, fields);
    const projection = Object.fromEntries([...fields, FOLDED].map((field) => [field, 0]));
    return decodeEach(await this.#storedBy(planQuery(this.#definition, index, options), projection), decode);
  }

  async findIds<Name extends IndexName<I>>(index: Name, options: FindOptions<T, I, Name> = {}): Promise<string[]> {
    return (await this.#storedBy(planQuery(this.#definition, index, options), { _id: 1 })).map(({ _id }) => _id);
  }

  async getManyWithout<K extends Exclude<keyof T & string, '_id'>>(fields: readonly K[], keys: DocumentKeys<T>): Promise<Omit<T, K>[]> {
    const decode = decoderWithout(this.#definition, fields);
    const { ids, ...owner } = storedKeysOf(this.#definition, keys);
    if (ids.length === 0) return [];
    const projection = Object.fromEntries([...fields, FOLDED].map((field) => [field, 0]));
    const found = await this.#use((documents) => documents.find({ ...owner, _id: { $in: ids } }, { projection }).toArray());
    return decodeEach(inOrder(ids, found), decode);
  }

  async search(owner: string, text: string, options: SearchOptions<T> = {}): Promise<string[]> {
    const { search, name } = this.#definition;
    if (!search) throw new StoreUsageError(`"${name}" declares no search field.`);
    const limit = planLimit(`${name}.search`, options.limit);
    const order = options.order ?? 'desc';
    const where = planWhere(`${name}.search`, options.where);
    const plan = {
      equals: [[search.owner, scalarOf(`${name}.search`, search.owner, owner)]],
      atMost: undefined,
      above: undefined,
      after: options.after === undefined ? undefined : String(scalarOf(`${name}.search`, '_id', options.after)),
      orderBy: ['_id'],
      order,
      limit,
      where,
    } as const;
    const filter = this.#filter(plan, foldText(text));
    return this.#oneAtATime(owner, () =>
      this.#use(async (documents) => {
        options.signal?.throwIfAborted();
        const found = documents.find(filter, { projection: { _id: 1 }, maxTimeMS: SEARCH_MS });
        return (
          await found
            .sort({ _id: order === 'asc' ? 1 : -1 })
            .limit(limit)
            .toArray()
        ).map(({ _id }) => _id);
      }),
    );
  }

  async count<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>, range: CountRange = {}): Promise<number> {
    const filter = this.#filter(planQuery(this.#definition, index, { equals, ...range }));
    return this.#use((documents) => documents.countDocuments(filter));
  }

  async insert(document: T): Promise<T> {
    const decoded = await decodeDocument(this.#definition, document);
    const stored = await this.#stored(decoded);
    await this.#use((documents) => documents.insertOne(stored));
    return decoded;
  }

  async update(key: DocumentKey<T>, change: Change<T>, guard: Guard<T> = {}): Promise<T | undefined> {
    checkChange(change);
    checkChangedFields(this.#definition, change);
    const operators = await this.#operators(change);
    const filter = this.#guarded(storedKeyOf(this.#definition, key), guard);
    const stored = await this.#use((documents) => documents.findOneAndUpdate(filter, operators, { returnDocument: 'after' }));
    return stored ? this.#decode(stored) : undefined;
  }

  async upsert(document: T, guard: Guard<T> = {}): Promise<T | undefined> {
    const decoded = await decodeDocument(this.#definition, document);
    const { _id, ...fields } = await this.#stored(decoded);
    const key: Filter<Stored> = storedKeyOf(this.#definition, decoded);
    const filter = this.#guarded(key, guard);
    for (let round = 0; round < UPSERTS_MAX; round += 1) {
      try {
        await this.#use((documents) => documents.replaceOne(filter, fields, { upsert: true }));
        return decoded;
      } catch (error) {
        // A document with this id exists: either the guard does not hold for it, or it was inserted concurrently.
        if (!(error instanceof DuplicateKeyError) || error.index !== '_id') throw error;
        const isHeld = await this.#use((documents) => documents.findOne(filter, { projection: { _id: 1 } }));
        if (!isHeld && (await this.#use((documents) => documents.findOne(key, { projection: { _id: 1 } })))) return undefined;
        // Another owner's document has the id.
        if (!isHeld && this.#definition.isOwned && (await this.#use((documents) => documents.findOne({ _id })))) throw error;
      }
    }
    throw new StoreUnavailableError(`A document of "${this.name}" is being written by many at once.`);
  }

  async delete(key: DocumentKey<T>, guard: Guard<T> = {}): Promise<T | undefined> {
    const filter = this.#guarded(storedKeyOf(this.#definition, key), guard);
    const stored = await this.#use((documents) => documents.findOneAndDelete(filter));
    return stored ? this.#decode(stored) : undefined;
  }

  /** Returns the pipeline of a read for a request with several, and the function that reads its answer. */
  planRead({ call, given }: Read): ReadPlan {
    const [first, second] = given as [never, never];
    const documents = (filter: Filter<Stored>, ...stages: Document[]): Document[] => [{ $match: filter }, ...stages];
    const found = (plan: QueryPlan, ...stages: Document[]): Document[] =>
      documents(this.#filter(plan), ...(plan.orderBy.length > 0 ? [{ $sort: sortOf(plan) }] : []), { $limit: plan.limit }, ...stages);
    const idsOnly = { $project: { _id: 1 } };
    const plans: Record<Read['call'], () => ReadPlan> = {
      get: () => ({
        pipeline: documents(storedKeyOf(this.#definition, first)),
        result: ([stored]) => stored && this.#decode(stored),
      }),
      getMany: () => {
        const { ids, ...owner } = storedKeysOf(this.#definition, first);
        return { pipeline: documents({ ...owner, _id: { $in: ids } }), result: (all) => this.#decodeEach(inOrder(ids, all)) };
      },
      getManyWithout: () => {
        const decode = decoderWithout(this.#definition, first);
        const { ids, ...owner } = storedKeysOf(this.#definition, second);
        return {
          pipeline: documents({ ...owner, _id: { $in: ids } }, { $unset: [...(first as readonly string[]), FOLDED] }),
          result: (all) => decodeEach(inOrder(ids, all), decode),
        };
      },
      findOne: () => ({
        pipeline: found(planQuery(this.#definition, first, { equals: second, limit: 1 })),
        result: ([stored]) => stored && this.#decode(stored),
      }),
      find: () => ({ pipeline: found(planQuery(this.#definition, first, second ?? {})), result: (all) => this.#decodeEach(all) }),
      findWithout: () => {
        const decode = decoderWithout(this.#definition, first);
        const plan = planQuery(this.#definition, second, (given[2] ?? {}) as never);
        return {
          pipeline: found(plan, { $unset: [...(first as readonly string[]), FOLDED] }),
          result: (all) => decodeEach(all, decode),
        };
      },
      findIds: () => ({
        pipeline: found(planQuery(this.#definition, first, second ?? {}), idsOnly),
        result: (all) => all.map(({ _id }) => _id),
      }),
      count: () => {
        const plan = planQuery(this.#definition, first, { equals: second, ...(given[2] as CountRange | undefined) });
        return { pipeline: documents(this.#filter(plan), { $count: 'count' }), result: ([counted]) => Number(counted?.['count'] ?? 0) };
      },
    };
    return plans[call]();
  }

  /** Returns the operation of a write for MongoDB's `bulkWrite`. @param place - of the collection's namespace in the command */
  async planWrite(write: Write, place: number): Promise<Document> {
    if (write.kind === 'delete') return { delete: place, filter: keyOfWrite(write), multi: false };
    if (write.kind === 'update') {
      checkChangedFields(this.#definition, write.change);
      const filter = this.#guarded(keyOfWrite(write), write.guard as Guard<T>);
      return { update: place, filter, updateMods: await this.#operators(write.change as Change<T>), multi: false };
    }
    const { _id, ...fields } = await this.#stored(await decodeDocument(this.#definition, write.document));
    if (write.kind === 'insert') return { insert: place, document: { _id, ...fields } };
    return { update: place, filter: keyOfWrite(write), updateMods: fields, multi: false, upsert: true };
  }

  async deleteWhere<Name extends IndexName<I>>(index: Name, equals: Prefix<T, I, Name>): Promise<number> {
    const plan = planQuery(this.#definition, index, { equals });
    if (plan.equals.length === 0) throw new StoreUsageError(`deleteWhere on "${this.name}" would empty the collection.`);
    return this.#deleteAll(this.#filter(plan));
  }

  async purgeExpired(now: Date): Promise<number> {
    const { expires } = this.#definition;
    return expires === undefined ? 0 : this.#deleteAll({ [expires]: { $lte: now.toISOString() } });
  }

  /** Changes the collection's indexes to the declared ones, and folds the searched texts. */
  async prepare(database: Db): Promise<void> {
    const { name, indexes, search, expires } = this.#definition;
    const documents = database.collection<Stored>(name);
    const wanted = new Map<string, { key: Record<string, 1>; unique: boolean }>();
    const want = (index: string, fields: readonly string[], unique = false): void => {
      wanted.set(`${OURS}${index}`, { key: Object.fromEntries(fields.map((field) => [field, 1])), unique });
    };
    for (const [index, { unique }] of Object.entries(indexes)) want(index, orderedFieldsOf(this.#definition, index), unique);
    if (search) want(SEARCH_INDEX, [search.owner, '_id']);
    if (expires !== undefined) want(EXPIRY_INDEX, [expires]);
    for (const present of await presentIndexes(documents)) {
      const { name: index = '', key, unique = false } = present;
      const declared = wanted.get(index);
      const isSame = declared && JSON.stringify(declared.key) === JSON.stringify(key) && declared.unique === unique;
      if (!isSame && index.startsWith(OURS)) await documents.dropIndex(index);
    }
    // Includes existing indexes: one that is listed may still be building, and this call waits for it.
    if (wanted.size > 0) await documents.createIndexes([...wanted].map(([index, { key, unique }]) => ({ name: index, key, unique })));
    await this.#foldAgain(database, documents);
  }

  /** Folds stored texts again if the search field or the folding has changed. */
  async #foldAgain(database: Db, documents: DriverCollection<Stored>): Promise<void> {
    const { name, search } = this.#definition;
    const settings = database.collection<{ _id: string; value: string }>(SETTINGS);
    const _id = `folding of ${name}`;
    const value = search ? `${search.field} ${FOLDING}` : '';
    if (((await settings.findOne({ _id }))?.value ?? '') === value) return;
    const field = search?.field;
    for await (const stored of documents.find({}, field === undefined ? {} : { projection: { [field]: 1 } })) {
      const text: unknown = field === undefined ? undefined : stored[field];
      const change = typeof text === 'string' ? { $set: { [FOLDED]: foldText(text) } } : { $unset: { [FOLDED]: true as const } };
      // The filter contains the text that was read. If it was changed concurrently, that change has folded it.
      await documents.updateOne({ _id: stored._id, ...(field !== undefined && { [field]: text ?? null }) } as Filter<Stored>, change);
    }
    await settings.replaceOne({ _id }, { value }, { upsert: true });
  }

  #use<R>(work: (documents: DriverCollection<Stored>) => Promise<R>): Promise<R> {
    return this.#connection.use((database) => work(database.collection<Stored>(this.name)));
  }

  #decode(stored: Stored): Promise<T> {
    return decodeDocument(this.#definition, stored);
  }

  #decodeEach(found: readonly Stored[]): Promise<T[]> {
    return decodeEach(found, (stored) => this.#decode(stored));
  }

  async #stored(document: T): Promise<Stored> {
    const raw = document as Identified as Stored;
    checkStorable(this.#definition, raw);
    const text: unknown = this.#definition.search && raw[this.#definition.search.field];
    return typeof text === 'string' ? { ...raw, [FOLDED]: await foldInPieces(text) } : raw;
  }

  #guarded(key: Filter<Stored>, guard: Guard<T>): Filter<Stored> {
    const conditions = guardConditions(guard);
    return conditions.length === 0 ? key : { ...key, $and: conditions };
  }

  async #operators({ set = {}, unset = [], increment = {}, append = {}, remove = {} }: Change<T>): Promise<Document> {
    const searched = this.#definition.search?.field;
    const values: Document = { ...set };
    const taken = Object.fromEntries(unset.map((field) => [field, true]));
    if (searched !== undefined && typeof values[searched] === 'string') values[FOLDED] = await foldInPieces(values[searched]);
    if (searched !== undefined && taken[searched]) taken[FOLDED] = true;
    // Within `$each` an item is taken as a value even if its fields are named like operators.
    const items = Object.fromEntries(Object.entries(append).map(([field, item]): [string, unknown] => [field, { $each: [item] }]));
    const operators = { $set: values, $unset: taken, $inc: increment, $push: items, $pull: remove };
    return Object.fromEntries(Object.entries(operators).filter(([, part]) => Object.keys(part).length > 0));
  }

  async #deleteAll(filter: Filter<Stored>): Promise<number> {
    const { deletedCount } = await this.#use((documents) => documents.deleteMany(filter));
    return deletedCount;
  }

  async #find(plan: QueryPlan): Promise<T[]> {
    return this.#decodeEach(await this.#storedBy(plan));
  }

  #storedBy(plan: QueryPlan, projection?: Document): Promise<Stored[]> {
    const sort = sortOf(plan);
    const filter = this.#filter(plan);
    const options = projection && { projection };
    return this.#use((documents) => documents.find(filter, options).sort(sort).limit(plan.limit).toArray());
  }

  #filter(plan: QueryPlan, needle = ''): Filter<Stored> {
    const filter: Document = Object.fromEntries(plan.equals);
    if (plan.atMost) filter[plan.atMost[0]] = { $lte: plan.atMost[1] };
    if (plan.above) filter[plan.above[0]] = { ...(plan.atMost && { $lte: plan.atMost[1] }), $gt: plan.above[1] };
    if (plan.after !== undefined) filter['_id'] = { [plan.order === 'asc' ? '$gt' : '$lt']: plan.after };
    if (needle !== '') filter[FOLDED] = { $regex: literally(needle) };
    const among = plan.where.map(([field, accepted]) => ({ [field]: { $in: accepted } }));
    return (among.length === 0 ? filter : { ...filter, $and: among }) as Filter<Stored>;
  }
}

/** Returns the existing indexes; none if the collection does not exist. */
const presentIndexes = async (documents: DriverCollection<Stored>): Promise<readonly IndexDescriptionInfo[]> => {
  try {
    return await documents.indexes();
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'NamespaceNotFound') return [];
    throw error;
  }
};

type CollectionOf = (definition: CollectionDefinition) => MongoCollection<Identified, Indexes>;

/** Sends several reads as one request. A read with an invalid query fails alone. */
const readEach = async (
  connection: Connection,
  reads: readonly Read[],
  collectionOf: CollectionOf,
): Promise<PromiseSettledResult<unknown>[]> => {
  const plans = await Promise.allSettled(
    reads.map(async (read) => ({ ...collectionOf(read.definition).planRead(read), name: read.definition.name })),
  );
  const valid = plans.flatMap((plan) => (plan.status === 'fulfilled' ? [plan.value] : []));
  const found = await connection.use((database) => readAtOnce(database, valid));
  return Promise.allSettled(
    plans.map(async (plan) => {
      if (plan.status === 'rejected') throw plan.reason;
      return plan.value.result(found.get(valid.indexOf(plan.value)) ?? []);
    }),
  );
};

/** Writes in one transaction, and repeats it after a conflict with another one. @returns `false` if a guard does not hold */
const writeAll = async (connection: Connection, writes: readonly Write[], collectionOf: CollectionOf): Promise<boolean> => {
  checkWrites(writes);
  const names = [...new Set(writes.map(({ definition }) => definition.name))];
  const ops = await Promise.all(
    writes.map((write) => collectionOf(write.definition).planWrite(write, names.indexOf(write.definition.name))),
  );
  if (ops.length === 0) return true;
  return connection.use(async (database, client) => {
    const namespaces = names.map((name) => `${database.databaseName}.${name}`);
    for (let round = 1; ; round += 1) {
      try {
        return await writeAtOnce(client, ops, namespaces);
      } catch (error) {
        if (round === TRANSACTIONS_MAX || !isConflict(error)) throw error;
        await wait(TRANSACTION_PAUSE_MS * 2 ** round * Math.random());
      }
    }
  });
};

/**
 * Opens a store in one database of a MongoDB cluster with the official driver. Writes are acknowledged by a majority, and the driver
 * retries them when the primary changes. The cluster may become available later: until then calls are rejected with
 * `StoreUnavailableError`. The first call that reaches it creates the declared indexes.
 *
 * @throws StoreUsageError for an invalid connection string
 */
export function openMongoStore(options: MongoStoreOptions): DocumentStore {
  const definitions = new Map<string, CollectionDefinition>();
  const open = new Map<string, MongoCollection<Identified, Indexes>>();
  let isTransactional = false;
  const prepare = async (client: MongoClient, database: Db): Promise<void> => {
    const settings = database.collection<{ _id: string; value: string }>(SETTINGS);
    const format = Number((await settings.findOne({ _id: 'format' }))?.value ?? 0);
    if (format > FORMAT) throw new StoreUsageError(`The data was written by a newer program (format ${format}, this one knows ${FORMAT}).`);
    if (format < FORMAT) await settings.replaceOne({ _id: 'format' }, { value: String(FORMAT) }, { upsert: true });
    await Promise.all([...open.values()].map((collection) => collection.prepare(database)));
    isTransactional = await hasTransactions(client, database);
    if (!isTransactional)
      process.emitWarning('This MongoDB has no transactions of several collections: a crash can leave a half-made change.');
  };
  let connection: Connection;
  try {
    connection = new Connection(options, prepare);
  } catch (error) {
    // Without the cause: the driver's message may contain the connection string, including a password.
    throw new StoreUsageError(
      `MongoDB's connection string was refused by the driver (${error instanceof Error ? error.name : 'unknown'}).`,
    );
  }
  const searching = oneAtATime(SEARCHES_WAITING_MAX);
  for (const definition of options.collections) {
    if (open.has(definition.name)) throw new StoreUsageError(`Two collections are named "${definition.name}".`);
    open.set(definition.name, new MongoCollection(connection, definition, searching));
    definitions.set(definition.name, definition);
  }
  const collectionOf: CollectionOf = (definition) => {
    const collection = open.get(definition.name);
    if (!collection || definitions.get(definition.name) !== definition)
      throw new StoreUsageError(`The store was opened without this collection "${definition.name}".`);
    return collection;
  };
  /** Known once the server was reached. */
  const canWriteAtOnce = () => connection.use(() => Promise.resolve(isTransactional));
  return {
    collection: <T extends Identified, I extends Indexes>(definition: CollectionDefinition<T, I>) =>
      collectionOf(definition as CollectionDefinition) as unknown as Collection<T, I>,
    read: async (reads) =>
      (await canWriteAtOnce())
        ? readEach(connection, reads, collectionOf)
        : Promise.allSettled(reads.map(async (read) => callOf(collectionOf(read.definition), read))),
    write: async (writes) => ((await canWriteAtOnce()) ? writeAll(connection, writes, collectionOf) : writeOneByOne(writes, collectionOf)),
    lateEffectsMs: LATE_EFFECTS_MS,
    async ping() {
      await connection.use((database) => database.command({ ping: 1 }));
    },
    // The cluster's operators configure how long its log keeps deleted data (docs/operate.md).
    isScrubDue: () => false,
    async scrub() {
      await Promise.resolve();
    },
    async purgeExpired(now) {
      let total = 0;
      for (const collection of open.values()) total += await collection.purgeExpired(now);
      return total;
    },
    close: () => connection.close(),
  };
}
