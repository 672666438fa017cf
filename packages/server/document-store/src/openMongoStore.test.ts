import { createServer, type Socket } from 'node:net';
import { engineFor, freePort, startMongoServer, type MongoServer } from '@lectern/test-servers';
import { MongoClient, type Document } from 'mongodb';
import * as z from 'zod/mini';
import { defineCollection, newId, toDelete, toInsert, toUpdate } from './index.ts';
import { openMongoStore } from './openMongoStore.ts';
import { counters } from './testing/counters.ts';
import { documentStoreContract } from './testing/index.ts';

const missing = process.env['MONGODB_URL'] ? undefined : engineFor('java');
if (missing) console.info(`${missing} The document store is not tried on MongoDB.`);

(missing ? describe.skip : describe)('on MongoDB', () => {
  let server: MongoServer;
  const databases = new Set<string>();
  const database = (): string => {
    const name = `lectern_test_${newId().replaceAll('-', '')}`;
    databases.add(name);
    return name;
  };
  beforeAll(async () => {
    server = await startMongoServer();
  }, 120_000);
  afterAll(async () => {
    const client = new MongoClient(server.url);
    for (const name of databases) await client.db(name).dropDatabase();
    await client.close();
    await server.stop();
  });

  documentStoreContract('The store on MongoDB', (collections) => openMongoStore({ url: server.url, database: database(), collections }));

  const things = defineCollection({
    name: 'things',
    schema: z.object({
      _id: z.string(),
      userId: z.string(),
      at: z.string(),
      slug: z.string(),
      text: z.string(),
      expiresAt: z.optional(z.string()),
    }),
    indexes: {
      byUser: { fields: ['userId', '_id'] },
      byTime: { fields: ['userId', 'at', '_id'] },
      bySlug: { fields: ['userId', 'slug'], unique: true },
      byAt: { fields: ['at'] },
    },
    search: { owner: 'userId', field: 'text' },
    expires: 'expiresAt',
  });

  it('reads and writes one document after the other on a server without transactions, and says so', async () => {
    const plain = await startMongoServer({ hasTransactions: false });
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const store = openMongoStore({ url: plain.url, database: database(), collections: [things] });
    const one = { _id: 'a', userId: 'ann', at: '1', slug: 's', text: 't' };
    const key = (_id: string) => ({ userId: 'ann', _id });
    expect(await store.write([toInsert(things, one), toInsert(things, { ...one, _id: 'b', slug: 'b' })])).toBe(true);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('no transactions'));
    const change = { set: { text: 'u' } };
    expect(await store.write([toUpdate(things, key('a'), change), toUpdate(things, key('b'), change, { equals: { slug: 'x' } })])).toBe(
      false,
    );
    await expect(store.write([toDelete(things, key('b')), toInsert(things, { ...one, _id: 'c' })])).rejects.toMatchObject({
      index: 'bySlug',
    });
    const reads = [
      { definition: things as never, call: 'get' as const, given: [key('a')] },
      { definition: things as never, call: 'count' as const, given: ['byUser', { userId: 'ann' }] },
    ];
    expect(await store.read(reads)).toEqual([
      { status: 'fulfilled', value: { ...one, text: 'u' } },
      { status: 'fulfilled', value: 1 },
    ]);
    warned.mockRestore();
    await store.close();
    await plain.stop();
  }, 60_000);

  it('answers every query by a declared index, with majority concerns', async () => {
    const sent: Document[] = [];
    const name = database();
    const store = openMongoStore({
      // Weaker settings are overruled.
      url: server.isStandIn ? `${server.url}/?readConcernLevel=local&journal=false&w=1&wtimeoutMS=5` : server.url,
      database: name,
      collections: [things],
      onCommand: (_, command) => {
        if (Object.values(command)[0] === 'things') sent.push(command);
      },
    });
    await store.ping();
    const client = new MongoClient(server.url);
    const indexes = (await client.db(name).collection('things').indexes()).map(({ key }) => Object.keys(key as object));
    await client.close();
    sent.length = 0;
    const all = store.collection(things);
    const one = { _id: 'a', userId: 'ann', at: '1', slug: 's', text: 't' };
    await all.insert(one);
    await all.update({ userId: 'ann', _id: 'a' }, { set: { text: 'u' } }, { equals: { slug: 's' } });
    await all.upsert(one, { below: { at: '2' } });
    await all.get({ userId: 'ann', _id: 'a' });
    await all.getMany({ userId: 'ann', ids: ['a', 'b'] });
    await all.findOne('bySlug', { userId: 'ann', slug: 's' });
    await all.find('byUser', { equals: { userId: 'ann' }, order: 'desc', after: 'x', where: { slug: ['s'] } });
    await all.find('byTime', { equals: { userId: 'ann' }, order: 'desc' });
    await all.find('byTime', { equals: { userId: 'ann' }, atMost: '5' });
    await all.find('byAt', { atMost: 'x' });
    await all.find('_id', { after: 'x' });
    await all.search('ann', 'u', { after: 'x' });
    await all.count('byUser', { userId: 'ann' });
    await store.purgeExpired(new Date(0));
    await all.deleteWhere('byUser', { userId: 'ann' });
    await all.delete({ userId: 'ann', _id: 'a' });
    await store.close();

    /** The query's fields are a prefix of one index: equal fields first, then at most one range, then the order. */
    const isServed = (filter: Document, sort: Document): boolean => {
      const { $and: _, _folded: __, ...plain } = filter;
      const isRange = (value: unknown): boolean => typeof value === 'object' && value !== null && !('$in' in value);
      const equal = Object.keys(plain).filter((field) => !isRange(plain[field]));
      const range = Object.keys(plain).filter((field) => isRange(plain[field]));
      const rest = Object.keys(sort).filter((field) => !equal.includes(field));
      if (equal.includes('_id')) return true;
      const [ranged] = range;
      const tail = ranged === undefined || rest[0] === ranged ? rest : [ranged, ...rest];
      return (
        range.length <= 1 &&
        new Set(Object.values(sort)).size <= 1 &&
        indexes.some(
          (fields) =>
            [...fields.slice(0, equal.length)].sort().join() === [...equal].sort().join() &&
            fields.slice(equal.length, equal.length + tail.length).join() === tail.join(),
        )
      );
    };
    const filterOf = (command: Document): Document =>
      (command['query'] ?? (command['updates'] as Document[] | undefined)?.[0]?.['q'] ?? {}) as Document;
    const keyed = ['update', 'delete', 'findAndModify'];
    const queries = sent.flatMap((command): { filter: Document; sort: Document }[] => {
      if (command['find'] || command['findAndModify'])
        return [{ filter: (command['filter'] ?? command['query']) as Document, sort: (command['sort'] ?? {}) as Document }];
      if (command['aggregate']) return [{ filter: (command['pipeline'] as Document[])[0]?.['$match'] as Document, sort: {} }];
      const parts = (command['updates'] ?? command['deletes'] ?? []) as Document[];
      return parts.map(({ q }) => ({ filter: q as Document, sort: {} }));
    });
    expect(queries).toHaveLength(15);
    // Every filter begins with the owner, and that of one document is the shard key. What is due or expired is looked for over all owners,
    // and the collection is read by its ids for a document whose owner is not known.
    const acrossOwners = queries.filter(({ filter }) => Object.keys(filter)[0] !== 'userId').map(({ filter }) => Object.keys(filter));
    expect(acrossOwners).toEqual([['at'], ['_id'], ['expiresAt']]);
    const changes = sent.filter((command) => keyed.some((name) => name in command) && !('deletes' in command));
    expect(changes.map((command) => Object.keys(filterOf(command)).slice(0, 2))).toEqual(changes.map(() => ['userId', '_id']));
    expect(changes).toHaveLength(3);
    expect(queries.filter(({ filter, sort }) => !isServed(filter, sort))).toEqual([]);
    expect(isServed({ slug: 's' }, {})).toBe(false);
    expect(isServed({ userId: 'ann' }, { slug: 1, at: 1 })).toBe(false);
    for (const command of sent) {
      if (command['find'] || command['aggregate']) expect(command['readConcern']).toEqual({ level: 'majority' });
      else expect(command['writeConcern']).toMatchObject({ w: 'majority', j: true, wtimeout: 0 });
    }
  });

  it('changes indexes and folded text to the current declaration, and leaves indexes of others', async () => {
    const name = database();
    const schema = z.object({ _id: z.string(), userId: z.string(), title: z.string(), slug: z.string() });
    const before = defineCollection({
      name: 'things',
      schema,
      indexes: { byUser: { fields: ['userId'] }, byTitle: { fields: ['title'] } },
    });
    const store = openMongoStore({ url: server.url, database: name, collections: [before] });
    const one = await store.collection(before).insert({ _id: newId(), userId: 'ann', title: 'Über uns', slug: 'a' });
    await store.close();
    const client = new MongoClient(server.url);
    const documents = client.db(name).collection('things');
    await documents.createIndex({ slug: 1 }, { name: 'by the operator' });
    const after = defineCollection({
      name: 'things',
      schema,
      indexes: { byUser: { fields: ['userId', 'slug'], unique: true } },
      search: { owner: 'userId', field: 'title' },
    });
    const again = openMongoStore({ url: server.url, database: name, collections: [after] });
    expect(await again.collection(after).search('ann', 'uber')).toEqual([one._id]);
    await expect(again.collection(after).insert({ ...one, _id: newId() })).rejects.toMatchObject({ index: 'byUser' });
    await again.close();
    const names = (await documents.indexes()).map((index) => index.name).sort();
    await client.close();
    expect(names).toEqual(['_id_', 'by the operator', 'lectern.byUser', 'lectern.search by owner']);
  });

  it('refuses a document that is larger than MongoDB takes, as such, and goes on', async () => {
    const store = openMongoStore({ url: server.url, database: database(), collections: [things] });
    const all = store.collection(things);
    const one = { _id: 'a', userId: 'ann', at: '1', slug: 's', text: 't' };
    await all.insert(one);
    const text = 'x'.repeat(17_900_000);
    const tooLarge = { name: 'DocumentTooLargeError', message: 'A document is larger than MongoDB can store.' };
    await expect(all.insert({ ...one, _id: 'b', slug: 'b', text })).rejects.toMatchObject(tooLarge);
    await expect(all.upsert({ ...one, text })).rejects.toMatchObject(tooLarge);
    await expect(all.update(one, { set: { text } })).rejects.toMatchObject(tooLarge);
    // One letter that is eighteen of them when it is folded for searches.
    await expect(all.update(one, { set: { text: '\ufdfa'.repeat(600_000) } })).rejects.toMatchObject(tooLarge);
    expect(await all.find('byUser', { equals: { userId: 'ann' } })).toEqual([one]);
    await store.close();
  });

  it('takes a plain value alone for the owner and the place of a search', async () => {
    const store = openMongoStore({ url: server.url, database: database(), collections: [things] });
    const all = store.collection(things);
    await all.insert({ _id: 'a', userId: 'ann', at: '1', slug: 's', text: 't' });
    const ne = { $ne: 'nobody' } as never;
    await expect(all.search(ne, 't')).rejects.toThrow(/plain value/);
    await expect(all.search('ann', 't', { after: ne })).rejects.toThrow(/plain value/);
    await store.close();
  });

  it('keeps unknown fields when it changes a document', async () => {
    const options = { url: server.url, database: database() };
    const narrow = defineCollection({ name: 'wide', schema: z.object({ _id: z.string(), count: z.number() }) });
    const wide = defineCollection({
      name: 'wide',
      schema: z.object({ _id: z.string(), count: z.number(), extra: z.optional(z.string()) }),
    });
    const [old, young] = [openMongoStore({ ...options, collections: [narrow] }), openMongoStore({ ...options, collections: [wide] })];
    await young.collection(wide).insert({ _id: 'a', count: 1, extra: 'kept' });
    expect(await old.collection(narrow).update('a', { increment: { count: 1 } })).toEqual({ _id: 'a', count: 2 });
    expect(await young.collection(wide).get('a')).toEqual({ _id: 'a', count: 2, extra: 'kept' });
    await Promise.all([old.close(), young.close()]);
  });

  it('counts exactly with two stores on one database', async () => {
    const options = { url: server.url, database: database(), collections: [counters] };
    const stores = [openMongoStore(options), openMongoStore(options)];
    const [first] = stores;
    await first!.collection(counters).insert({ _id: 'shared', count: 0 });
    const granted = await Promise.all(
      stores.flatMap((store) =>
        Array.from({ length: 60 }, () =>
          store.collection(counters).update('shared', { increment: { count: 1 } }, { below: { count: 80 } }),
        ),
      ),
    );
    expect(granted.filter((answer) => answer !== undefined)).toHaveLength(80);
    expect(await first!.collection(counters).get('shared')).toEqual({ _id: 'shared', count: 80 });
    await Promise.all(stores.map((store) => store.close()));
  });

  it('refuses data of a newer program', async () => {
    const options = { url: server.url, database: database(), collections: [counters] };
    const client = new MongoClient(server.url);
    await client
      .db(options.database)
      .collection<{ _id: string; value: string }>('lectern_settings')
      .insertOne({ _id: 'format', value: '99' });
    await client.close();
    const store = openMongoStore(options);
    await expect(store.collection(counters).get('a')).rejects.toThrow(/newer/);
    await store.close();
  });
});

describe('an unreachable MongoDB', () => {
  it('rejects calls as unavailable, without naming its address or password', async () => {
    const port = await freePort();
    const url = `mongodb://somebody:secret@127.0.0.1:${port}`;
    const store = openMongoStore({ url, database: 'lectern_test', collections: [counters], timeoutMs: 300 });
    const failure: unknown = await store
      .collection(counters)
      .get('a')
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'StoreUnavailableError' });
    expect(String((failure as Error).message)).not.toMatch(/secret|somebody/);
    await expect(store.ping()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    await store.close();
  });

  it('waits no longer than its time limit for a server that accepts connections and never answers', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    const port = await new Promise<number>((resolve) => {
      silent.listen(0, '127.0.0.1', () => resolve((silent.address() as { port: number }).port));
    });
    const store = openMongoStore({ url: `mongodb://127.0.0.1:${port}`, database: 'lectern_test', collections: [counters], timeoutMs: 300 });
    await expect(store.collection(counters).insert({ _id: 'a', count: 1 })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    await store.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('refuses an invalid connection string without repeating it', () => {
    const url = 'mongodb://somebody:secret@[half';
    expect(() => openMongoStore({ url, database: 'x', collections: [] })).toThrow(/connection string/);
    expect(() => openMongoStore({ url, database: 'x', collections: [] })).not.toThrow(/secret/);
  });
});
