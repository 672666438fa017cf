import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { defineCollection, newId, openEmbeddedStore } from './index.ts';
import { counters } from './testing/counters.ts';
import { documentStoreContract, memoryStore } from './testing/index.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-store-'));
  file = join(folder, 'deep', 'store.sqlite');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

documentStoreContract('The store in memory', memoryStore);
documentStoreContract('The store in a file', (collections) => openEmbeddedStore({ file, collections }));

const start = (mode: string) =>
  spawn(process.execPath, [join(import.meta.dirname, 'testing', 'writer.process.ts'), mode, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

describe('the embedded store', () => {
  it('keeps documents over a restart, readable by this user only', async () => {
    const store = openEmbeddedStore({ file, collections: [counters] });
    await store.collection(counters).insert({ _id: 'a', count: 1 });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(`${file}-wal`).mode & 0o077).toBe(0);
    await store.close();
    const again = openEmbeddedStore({ file, collections: [counters] });
    expect(await again.collection(counters).get('a')).toEqual({ _id: 'a', count: 1 });
    await again.close();
  });

  it('is exact with two processes on one file', async () => {
    const store = openEmbeddedStore({ file, collections: [counters] });
    await store.collection(counters).insert({ _id: 'shared', count: 0 });
    const granted = await Promise.all(
      [start('count'), start('count')].map(
        (child) =>
          new Promise<number>((resolve, reject) => {
            let printed = '';
            child.stdout.on('data', (chunk) => (printed += String(chunk)));
            child.on('error', reject);
            child.on('close', () => resolve(Number(printed)));
          }),
      ),
    );
    expect(granted[0]! + granted[1]!).toBe(400);
    expect((await store.collection(counters).get('shared'))?.count).toBe(400);
    await store.close();
  });

  it('has every acknowledged insert after kill -9', async () => {
    const child = start('insert');
    let printed = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        printed += String(chunk);
        if (printed.length > 200 * 37) child.kill('SIGKILL');
      });
      child.on('close', () => resolve());
    });
    const acknowledged = printed.split('\n').filter((line) => line.length === 36);
    expect(acknowledged.length).toBeGreaterThan(190);
    const store = openEmbeddedStore({ file, collections: [counters] });
    const found = await store.collection(counters).getMany(acknowledged);
    expect(found).toHaveLength(acknowledged.length);
    await store.close();
  });

  it('brings indexes and folded text to what is declared now', async () => {
    const schema = z.object({ _id: z.string(), userId: z.string(), title: z.string(), slug: z.string() });
    const before = defineCollection({
      name: 'things',
      schema,
      indexes: { byUser: { fields: ['userId'] }, byTitle: { fields: ['title'] } },
    });
    const store = openEmbeddedStore({ file, collections: [before] });
    const one = await store.collection(before).insert({ _id: newId(), userId: 'ann', title: 'Über uns', slug: 'a' });
    await store.close();
    const after = defineCollection({
      name: 'things',
      schema,
      indexes: { byUser: { fields: ['userId', 'slug'], unique: true } },
      search: { owner: 'userId', field: 'title' },
    });
    const again = openEmbeddedStore({ file, collections: [after] });
    expect(await again.collection(after).search('ann', 'uber')).toEqual([one]);
    await expect(again.collection(after).insert({ ...one, _id: newId() })).rejects.toMatchObject({ index: 'byUser' });
    await again.close();
    const database = new DatabaseSync(file);
    const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`).all();
    expect(names.map(({ name }) => name)).toEqual(['things.byUser', 'things.search by owner']);
    database.close();
  });

  it('answers finds and searches from an index alone, without sorting', async () => {
    const plan = jest.spyOn(DatabaseSync.prototype, 'prepare');
    const schema = z.object({ _id: z.string(), userId: z.string(), at: z.string(), text: z.string() });
    const things = defineCollection({
      name: 'things',
      schema,
      indexes: { byUser: { fields: ['userId', '_id'] }, byTime: { fields: ['userId', 'at', '_id'] }, byAt: { fields: ['at'] } },
      search: { owner: 'userId', field: 'text' },
    });
    const store = openEmbeddedStore({ file, collections: [things] });
    plan.mockClear();
    const all = store.collection(things);
    await all.find('byUser', { equals: { userId: 'a' }, order: 'desc', after: 'x' });
    await all.find('byTime', { equals: { userId: 'a' }, order: 'desc' });
    await all.find('byAt', { atMost: 'x' });
    await all.find('_id', { after: 'x' });
    await all.search('a', 'x', { after: 'x' });
    const asked = plan.mock.calls.map(([sql]) => sql);
    plan.mockRestore();
    await store.close();
    const database = new DatabaseSync(file);
    const plans = asked.map((sql) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => detail)
        .join('; '),
    );
    database.close();
    expect(plans).toEqual([
      expect.stringMatching(/^SEARCH things USING INDEX things\.byUser \(<expr>=\? AND _id<\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX things\.byTime \(<expr>=\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX things\.byAt \(<expr><\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX sqlite_autoindex_things_1 \(_id>\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX things\.search by owner \(<expr>=\? AND _id<\?\)$/),
    ]);
  });

  it('refuses a file of a newer program, and one that is no database', async () => {
    await openEmbeddedStore({ file, collections: [] }).close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => openEmbeddedStore({ file, collections: [] })).toThrow(/newer/);
    expect(() => openEmbeddedStore({ file: folder, collections: [] })).toThrow(/EISDIR|unavailable/);
  });

  it('says that it is unavailable while another process holds the file for too long', async () => {
    const store = openEmbeddedStore({ file, collections: [counters], busyTimeoutMs: 10 });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.collection(counters).insert({ _id: 'a', count: 1 })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    await expect(store.collection(counters).update('a', { set: { count: 1 } })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    expect(await store.collection(counters).get('a')).toBeUndefined();
    other.exec('ROLLBACK');
    other.close();
    await store.collection(counters).insert({ _id: 'a', count: 1 });
    await store.close();
  });

  it('keeps fields that this program does not know when it changes a document', async () => {
    const narrow = defineCollection({ name: 'things', schema: z.object({ _id: z.string(), count: z.number() }) });
    const wide = defineCollection({
      name: 'things',
      schema: z.object({ _id: z.string(), count: z.number(), extra: z.optional(z.string()) }),
    });
    const [old, young] = [openEmbeddedStore({ file, collections: [narrow] }), openEmbeddedStore({ file, collections: [wide] })];
    await young.collection(wide).insert({ _id: 'a', count: 1, extra: 'kept' });
    expect(await old.collection(narrow).update('a', { increment: { count: 1 } })).toEqual({ _id: 'a', count: 2 });
    expect(await young.collection(wide).get('a')).toEqual({ _id: 'a', count: 2, extra: 'kept' });
    await Promise.all([old.close(), young.close()]);
  });
});
