import { spawn } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { engineFor, type MongoServer, startMongoServer, temporaryFolder } from '@lectern/test-servers';
import { MongoClient } from 'mongodb';
import * as z from 'zod/mini';
import { defineCollection, newId, openEmbeddedStore } from '../index.ts';
import { openMongoStore } from '../openMongoStore.ts';
import { counters } from '../testing/counters.ts';
import { backUpFiles, copyData, hashOfFile, openRawEmbeddedStore, openRawMongoStore, restoreFiles, type RawStore } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('store-data');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const notes = defineCollection({
  name: 'notes',
  schema: z.object({ _id: z.string(), userId: z.string(), text: z.string(), parts: z.array(z.object({ b: z.number(), a: z.string() })) }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
  search: { owner: 'userId', field: 'text' },
});
const aNote = (index: number) => ({
  _id: newId(),
  userId: `u${index % 3}`,
  text: `Ünïcödé \u{1f600} "${index}"\n\0`,
  parts: [{ b: index / 3, a: '' }],
});

describe('backing up and restoring', () => {
  const fileOf = (service: string) => join(folder, 'data', service, `${service}.sqlite`);

  it('copies files as of one moment while another process writes to them', async () => {
    const store = openEmbeddedStore({ file: fileOf('busy'), collections: [counters] });
    await store.collection(counters).insert({ _id: 'total', count: 0 });
    // Enough data for several steps of the copy.
    for (let index = 0; index < 60; index += 1)
      await store.collection(counters).insert({ _id: `large${index}`, count: 0, text: 'x'.repeat(200_000) });
    const writer = spawn(process.execPath, [join(import.meta.dirname, '..', 'testing', 'writer.process.ts'), 'insert', fileOf('busy')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = 0;
    let failed: unknown;
    const backups: { atLeast: number; file: string }[] = [];
    await new Promise<void>((resolve) => {
      let under = false;
      writer.stdout.on('data', (chunk) => {
        acknowledged += String(chunk).split('\n').length - 1;
        if (under || failed !== undefined) return;
        if (backups.length === 3) return void writer.kill('SIGKILL');
        under = true;
        const atLeast = acknowledged;
        const target = join(folder, `backup${backups.length}`);
        backUpFiles(['busy', 'absent'], fileOf, target)
          .then(async ([made, ...others]) => {
            expect(others).toEqual([]);
            expect(made).toEqual({ name: 'busy', sha256: await hashOfFile(join(target, 'busy.sqlite')) });
            backups.push({ atLeast, file: join(target, 'busy.sqlite') });
          })
          .catch((error: unknown) => {
            failed = error;
            writer.kill('SIGKILL');
          })
          .finally(() => {
            under = false;
          });
      });
      writer.once('close', () => resolve());
    });
    expect(failed).toBeUndefined();
    await store.close();
    for (const { atLeast, file } of backups) {
      expect(statSync(file).mode & 0o077).toBe(0);
      const copy = openEmbeddedStore({ file, collections: [counters] });
      const total = (await copy.collection(counters).get('total'))?.count ?? 0;
      const documents = (await copy.collection(counters).count('_id', {})) - 61;
      expect(total).toBeGreaterThanOrEqual(atLeast);
      expect(documents - total).toBeGreaterThanOrEqual(0);
      expect(documents - total).toBeLessThanOrEqual(1);
      await copy.close();
    }
  });

  it('restores several files at once under open stores, and into an empty folder', async () => {
    const names = ['one', 'two'];
    const stores = names.map((name) => openEmbeddedStore({ file: fileOf(name), collections: [notes] }));
    const before = await Promise.all(stores.map((store) => store.collection(notes).insert(aNote(1))));
    const kept = await backUpFiles(names, fileOf, join(folder, 'backup'));
    for (const [index, store] of stores.entries()) {
      await store.collection(notes).delete(before[index]!);
      await store.collection(notes).insert(aNote(2));
    }
    const files = kept.map(({ name }) => ({ name, file: join(folder, 'backup', `${name}.sqlite`) }));
    restoreFiles(files, fileOf);
    for (const [index, store] of stores.entries()) {
      expect(await store.collection(notes).find('_id')).toEqual([before[index]]);
      expect(await store.collection(notes).search('u1', 'unicode')).toEqual([before[index]?._id]);
      const next = await store.collection(notes).insert(aNote(4));
      expect(await store.collection(notes).count('byUser', { userId: 'u1' })).toBe(2);
      expect(await store.collection(notes).get(next)).toEqual(next);
      await store.close();
    }
    const fresh = (service: string) => join(folder, 'fresh', `${service}.sqlite`);
    restoreFiles(files, fresh);
    expect(statSync(fresh('one')).mode & 0o077).toBe(0);
    const opened = openEmbeddedStore({ file: fresh('one'), collections: [notes] });
    expect(await opened.collection(notes).find('_id')).toEqual([before[0]]);
    await opened.close();
  });
});

const missing = process.env['MONGODB_URL'] ? undefined : engineFor('java');
if (missing) console.info(`${missing} Copying data to MongoDB is not tried.`);

(missing ? describe.skip : describe)('copying', () => {
  let server: MongoServer;
  const database = `lectern_copy_${newId().replaceAll('-', '')}`;
  beforeAll(async () => {
    server = await startMongoServer();
  }, 120_000);
  afterEach(async () => {
    const client = new MongoClient(server.url);
    await client.db(database).dropDatabase();
    await client.close();
  });
  afterAll(() => server.stop());

  const filled = async (): Promise<{ file: string; all: { _id: string; userId: string }[] }> => {
    const file = join(folder, 'from.sqlite');
    const store = openEmbeddedStore({ file, collections: [notes, counters] });
    const all = [];
    for (let index = 0; index < 230; index += 1) all.push(await store.collection(notes).insert(aNote(index)));
    await store.collection(counters).insert({ _id: 'c', count: 0.1 });
    await store.close();
    return { file, all };
  };

  it('copies everything to MongoDB and back, with equal counts and checksums', async () => {
    const { file, all } = await filled();
    const [from, to] = [openRawEmbeddedStore(file), openRawMongoStore(server.url, database)];
    const there = await copyData(from, to);
    expect(there).toEqual([
      { name: 'counters', documents: 1, checksum: expect.stringMatching(/^[0-9a-f]+$/) as string },
      { name: 'notes', documents: 230, checksum: expect.stringMatching(/^[0-9a-f]+$/) as string },
    ]);
    const onMongo = openMongoStore({ url: server.url, database, collections: [notes, counters] });
    expect(await onMongo.collection(notes).find('_id', { limit: 1_000 })).toEqual(all);
    expect(await onMongo.collection(notes).search('u0', 'unicode', { limit: 1_000 })).toHaveLength(77);
    await onMongo.close();
    const back = openRawEmbeddedStore(join(folder, 'back.sqlite'), { create: true });
    expect(await copyData(to, back)).toEqual(there);
    await Promise.all([from.close(), to.close(), back.close()]);
    const again = openEmbeddedStore({ file: join(folder, 'back.sqlite'), collections: [notes, counters] });
    expect(await again.collection(notes).find('_id', { limit: 1_000 })).toEqual(all);
    expect(await again.collection(notes).search('u0', 'unicode', { limit: 1_000 })).toHaveLength(77);
    await again.close();
  });

  it('continues an interrupted copy, and refuses a target with other data', async () => {
    const { file } = await filled();
    const [from, to] = [openRawEmbeddedStore(file), openRawMongoStore(server.url, database)];
    let batches = 0;
    const written: number[] = [];
    const failing: RawStore = {
      ...to,
      write: async (collection, rows) => {
        batches += 1;
        if (batches === 3) throw new Error('cut off');
        await to.write(collection, rows);
      },
    };
    await expect(copyData(from, failing)).rejects.toThrow('cut off');
    const counting: RawStore = {
      ...to,
      write: async (collection, rows) => {
        written.push(rows.length);
        await to.write(collection, rows);
      },
    };
    const copied = await copyData(from, counting);
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(180);
    expect(await copyData(from, counting)).toEqual(copied);
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(180);
    await to.write('counters', [{ _id: 'other', document: { _id: 'other', count: 1 }, folded: undefined }]);
    await expect(copyData(from, to)).rejects.toThrow(/holds other data already \(counters, notes\)/);
    await Promise.all([from.close(), to.close()]);
  });

  it('reports a target that differs from the source', async () => {
    const { file } = await filled();
    const [from, to] = [openRawEmbeddedStore(file), openRawMongoStore(server.url, database)];
    const losing: RawStore = { ...to, write: (collection, rows) => to.write(collection, rows.slice(1)) };
    await expect(copyData(from, losing)).rejects.toThrow(/differs: 1 documents here, 0 there/);
    await Promise.all([from.close(), to.close()]);
  });
});
