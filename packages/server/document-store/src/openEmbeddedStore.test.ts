import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { casesOfThisRun, countTurns, temporaryFolder } from '@lectern/test-servers';
import * as z from 'zod/mini';
import { defineCollection, newId, openEmbeddedStore } from './index.ts';
import { counters } from './testing/counters.ts';
import { documentStoreContract, memoryStore } from './testing/index.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('document-store');
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
  it('keeps documents after a restart, readable by this user only', async () => {
    const store = openEmbeddedStore({ file, collections: [counters] });
    await store.collection(counters).insert({ _id: 'a', count: 1 });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(`${file}-wal`).mode & 0o077).toBe(0);
    await store.close();
    const again = openEmbeddedStore({ file, collections: [counters] });
    expect(await again.collection(counters).get('a')).toEqual({ _id: 'a', count: 1 });
    await again.close();
  });

  it('counts exactly with two processes on one file', async () => {
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

  it('has every acknowledged write after kill -9 in the middle of 2,000, twenty times over all runs', async () => {
    await openEmbeddedStore({ file, collections: [counters] })
      .collection(counters)
      .insert({ _id: 'total', count: 0 });
    const acknowledged: string[] = [];
    for (const [index, round] of casesOfThisRun(
      Array.from({ length: 20 }, (_, each) => each),
      4,
    ).entries()) {
      const child = start('insert');
      // Two writes for each id, so at most 2,000 writes; killed at another moment in each round.
      const last = 20 + ((round * 389) % 980);
      let printed = '';
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk) => {
          printed += String(chunk);
          if (printed.length > last * 37) child.kill('SIGKILL');
        });
        child.on('close', () => resolve());
      });
      const ids = printed.split('\n').filter((line) => line.length === 36);
      expect(ids.length).toBeGreaterThanOrEqual(last);
      acknowledged.push(...ids);
      const store = openEmbeddedStore({ file, collections: [counters] });
      for (let from = 0; from < ids.length; from += 1_000) {
        const part = ids.slice(from, from + 1_000);
        const found = await store.collection(counters).getMany(part);
        expect(found.filter(({ count, text }) => count === 0 && text?.length === 3_000)).toHaveLength(part.length);
      }
      const total = (await store.collection(counters).get('total'))?.count ?? 0;
      expect(total).toBeGreaterThanOrEqual(acknowledged.length);
      // In each round at most the last document was stored and not yet counted.
      const documents = (await store.collection(counters).count('_id', {})) - 1;
      expect(documents - total).toBeGreaterThanOrEqual(0);
      expect(documents - total).toBeLessThanOrEqual(index + 1);
      await store.close();
    }
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
  }, 120_000);

  it('opens 100,000 documents again in under 2 s', async () => {
    const things = defineCollection({
      name: 'things',
      schema: z.object({ _id: z.string(), userId: z.string(), text: z.string() }),
      indexes: { byUser: { fields: ['userId', '_id'] } },
      search: { owner: 'userId', field: 'text' },
    });
    await openEmbeddedStore({ file, collections: [things] }).close();
    const database = new DatabaseSync(file);
    database.exec(`
      INSERT INTO things (_id, document, folded)
      WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      SELECT printf('%06d', i), json_object('_id', printf('%06d', i), 'userId', 'u' || (i % 1000), 'text', printf('Cell %d', i)), printf('cell %d', i) FROM n`);
    database.close();
    // Processor time, so that other load on the machine has no influence.
    const before = process.cpuUsage();
    const store = openEmbeddedStore({ file, collections: [things] });
    const found = await store.collection(things).search('u7', 'cell 99007');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    expect(found).toEqual(['099007']);
    await store.close();
  });

  it('refuses writes on a full disk, and keeps and serves the stored documents', async () => {
    const store = openEmbeddedStore({ file, collections: [counters], pagesMax: 100 });
    const documents = store.collection(counters);
    const stored: string[] = [];
    let failure: unknown;
    while (failure === undefined && stored.length < 1_000)
      try {
        stored.push((await documents.insert({ _id: newId(), count: stored.length, text: 'x'.repeat(3_000) }))._id);
      } catch (error) {
        failure = error;
      }
    expect(failure).toMatchObject({ name: 'StoreUnavailableError' });
    expect(stored.length).toBeGreaterThan(20);
    const [first = ''] = stored;
    await expect(documents.update(first, { set: { text: 'y'.repeat(30_000) } })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    expect((await documents.getMany(stored)).map(({ count }) => count)).toEqual(stored.map((_, index) => index));
    // Freed space is used again.
    await documents.delete(first);
    await documents.insert({ _id: 'again', count: 1, text: 'x'.repeat(3_000) });
    await store.close();
    const again = openEmbeddedStore({ file, collections: [counters] });
    expect(await again.collection(counters).count('_id', {})).toBe(stored.length);
    await again.collection(counters).insert({ _id: 'more', count: 1, text: 'x'.repeat(30_000) });
    await again.close();
  });

  it('is not writable on a full disk, and becomes writable by itself', async () => {
    const store = openEmbeddedStore({ file, collections: [counters], pagesMax: 100 });
    const documents = store.collection(counters);
    await store.ping();
    const large = { _id: 'large', count: 0, text: 'x'.repeat(300_000) };
    await documents.insert(large);
    // More than fits: reads are still answered, and ping reports it.
    await expect(documents.insert({ ...large, _id: 'more' })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    for (let fills = true; fills;)
      fills = await documents.insert({ _id: newId(), count: 0, text: 'x'.repeat(3_000) }).then(
        () => true,
        () => false,
      );
    for (let round = 0; round < 3; round += 1) await expect(store.ping()).rejects.toThrow(/cannot be written: database or disk is full/);
    expect((await documents.get('large'))?.text).toHaveLength(300_000);
    await documents.delete('large');
    await store.ping();
    await documents.insert(large);
    await store.close();
    const again = openEmbeddedStore({ file, collections: [counters] });
    await again.ping();
    await again.close();
  });

  describe('erasing', () => {
    const names = ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm'];
    const inFiles = (word: string): string[] => names.filter((name) => readFileSync(join(dirname(file), name)).includes(word));

    it('leaves no byte in any file after a scrub, in a table full of other documents', async () => {
      const store = openEmbeddedStore({ file, collections: [counters] });
      const documents = store.collection(counters);
      for (let index = 0; index < 200; index += 1) await documents.insert({ _id: newId(), count: index, text: `other ${index}` });
      await store.scrub();
      const small = await documents.insert({ _id: newId(), count: 1, text: 'Quixotrophobia in short' });
      const large = await documents.insert({ _id: newId(), count: 2, text: `Quixotrophobia ${'at length '.repeat(5_000)}` });
      await documents.update(small._id, { set: { text: 'Quixotrophobia in other words' } });
      await documents.delete(small._id);
      await documents.delete(large._id);
      // Without a scrub it is still there.
      expect(inFiles('Quixotrophobia')).toEqual(['store.sqlite-wal']);
      expect(store.isScrubDue()).toBe(true);
      await store.scrub();
      expect(inFiles('Quixotrophobia')).toEqual([]);
      expect(store.isScrubDue()).toBe(false);
      expect(await documents.count('_id', {})).toBe(200);
      await store.close();
    });

    it('waits for readers, and rejects when they take long', async () => {
      const store = openEmbeddedStore({ file, collections: [counters] });
      const documents = store.collection(counters);
      await documents.insert({ _id: 'a', count: 1, text: 'Quixotrophobia' });
      const reader = new DatabaseSync(file);
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM counters').get();
      await documents.delete('a');
      await expect(store.scrub()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
      expect(store.isScrubDue()).toBe(true);
      // Other processes write without waiting.
      await documents.insert({ _id: 'b', count: 1 });
      reader.exec('COMMIT');
      reader.close();
      await store.scrub();
      expect(inFiles('Quixotrophobia')).toEqual([]);
      await store.close();
    });

    it('is due after a crash', async () => {
      await openEmbeddedStore({ file, collections: [counters] }).close();
      const store = openEmbeddedStore({ file, collections: [counters] });
      expect(store.isScrubDue()).toBe(true);
      await store.close();
    });
  });

  describe('searching', () => {
    const texts = defineCollection({
      name: 'texts',
      schema: z.object({ _id: z.string(), userId: z.string(), text: z.string() }),
      indexes: { byUser: { fields: ['userId', '_id'] } },
      search: { owner: 'userId', field: 'text' },
    });
    const steps: number[] = [];
    beforeEach(() => {
      steps.length = 0;
    });
    const opened = () => openEmbeddedStore({ file: ':memory:', collections: [texts], onStep: (bytes) => steps.push(bytes) });

    it('reads a bounded part in each step, and other work runs in between', async () => {
      const store = opened();
      const all = store.collection(texts);
      const filler = 'what each segment does with water, sodium and glucose. '.repeat(18_000);
      for (let index = 0; index < 5; index += 1) await all.insert({ _id: newId(), userId: 'ann', text: `${filler} ${index}` });
      await all.insert({ _id: newId(), userId: 'ben', text: 'short' });
      const endCount = countTurns();
      const searches = Array.from({ length: 10 }, (_, index) => all.search('ann', index % 2 ? 'glucose' : 'not in there'));
      let done = 0;
      const noted = searches.map((search) => search.then((found) => ((done += 1), found.length)));
      // A small search does not wait for large ones.
      expect(await all.search('ben', 'short')).toHaveLength(1);
      expect(done).toBeLessThan(2);
      expect(await Promise.all(noted)).toEqual(Array.from({ length: 10 }, (_, index) => (index % 2 ? 5 : 0)));
      const turns = endCount();
      // A step reads one large document, never two.
      expect(steps.length).toBeGreaterThanOrEqual(50);
      // The first step may come before the first count.
      expect(turns).toBeGreaterThanOrEqual(steps.length - 1);
      await store.close();
    });

    it('reads a list without large fields in bounded steps, too', async () => {
      const store = opened();
      const all = store.collection(texts);
      const ids = Array.from({ length: 6 }, () => newId());
      for (const _id of ids) await all.insert({ _id, userId: 'ann', text: 'water '.repeat(200_000) });
      const endCount = countTurns();
      const lists = await Promise.all(Array.from({ length: 5 }, () => all.getManyWithout(['text'], { userId: 'ann', ids })));
      const turns = endCount();
      expect(lists).toEqual(Array.from({ length: 5 }, () => ids.map((_id) => ({ _id, userId: 'ann' }))));
      expect(steps).toHaveLength(30);
      expect(turns).toBeGreaterThanOrEqual(29);
      await store.close();
    });

    it('finds a text at the seam of two pieces of a large one, and in the order of the others', async () => {
      const store = opened();
      const all = store.collection(texts);
      const ids = ['d1', 'd2', 'd3', 'd4'];
      const withWord = (at: number) => `${'a'.repeat(at)}needle${'a'.repeat(300_000)}`;
      for (const [index, text] of [withWord(199_997), 'a needle', withWord(0).replace('needle', ''), withWord(399_999)].entries())
        await all.insert({ _id: ids[index] ?? '', userId: 'ann', text });
      expect(await all.search('ann', 'needle', { order: 'asc' })).toEqual(['d1', 'd2', 'd4']);
      expect(await all.search('ann', 'needle', { order: 'asc', limit: 1 })).toEqual(['d1']);
      expect(await all.search('ann', 'needle', { order: 'asc', after: 'd1', limit: 2 })).toEqual(['d2', 'd4']);
      await store.close();
    });

    it('reads only documents that may contain the text, in bounded steps', async () => {
      const store = opened();
      const all = store.collection(texts);
      const words = Array.from({ length: 400 }, (_, index) => (index * 7_919).toString(36));
      const textOf = (index: number) => words.map((_, at) => words[(index + at * 3) % words.length]).join(' ');
      for (let index = 0; index < 2_500; index += 1)
        await all.insert({ _id: newId(), userId: 'ann', text: index < 500 ? textOf(index) : `cell ${index}` });
      const wanted = await all.insert({ _id: newId(), userId: 'ann', text: `${textOf(1)} § glomerulus` });
      steps.length = 0;
      expect(await all.search('ann', 'glomerulus')).toEqual([wanted._id]);
      expect(await all.search('ann', 'podocyte')).toEqual([]);
      // All texts together have a million characters.
      expect(steps.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(1_000_000);
      // Too short for the bits of a filter.
      expect(await all.search('ann', '§')).toEqual([wanted._id]);
      expect(await all.search('ann', 'cell 2499')).toHaveLength(1);
      expect(await all.update({ userId: 'ann', _id: wanted._id }, { set: { text: `${textOf(2)} podocyte` } })).toBeDefined();
      expect(await all.search('ann', 'glomerulus')).toEqual([]);
      expect(await all.search('ann', 'podocyte')).toEqual([wanted._id]);
      await store.close();
    });

    it('ends early when it is aborted', async () => {
      const ended = new AbortController();
      const store = openEmbeddedStore({
        file: ':memory:',
        collections: [texts],
        onStep: (bytes) => {
          steps.push(bytes);
          if (steps.length === 2) ended.abort(new Error('The client has gone.'));
        },
      });
      const all = store.collection(texts);
      for (let index = 0; index < 9; index += 1) await all.insert({ _id: newId(), userId: 'ann', text: 'water '.repeat(200_000) });
      await expect(all.search('ann', 'not in there', { signal: ended.signal })).rejects.toThrow('The client has gone.');
      expect(steps).toHaveLength(2);
      await store.close();
    });

    it('reads no more small documents than needed', async () => {
      const store = opened();
      const all = store.collection(texts);
      for (let index = 0; index < 3_000; index += 1) await all.insert({ _id: newId(), userId: 'ann', text: `cell ${index}` });
      expect(await all.search('ann', 'cell', { limit: 10 })).toHaveLength(10);
      expect(steps.length).toBe(1);
      expect(steps[0]).toBeLessThan(20_000);
      expect(await all.search('ann', 'cell 1')).toHaveLength(100);
      expect(await all.search('ann', 'cell 17', { limit: 1_000 })).toHaveLength(1 + 10 + 100);
      expect(Math.max(...steps)).toBeLessThan(1_010_000);
      await store.close();
    });
  });

  it('changes indexes and folded text to the current declaration', async () => {
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
    expect(await again.collection(after).search('ann', 'uber')).toEqual([one._id]);
    await expect(again.collection(after).insert({ ...one, _id: newId() })).rejects.toMatchObject({ index: 'byUser' });
    await again.close();
    const database = new DatabaseSync(file);
    const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`).all();
    expect(names.map(({ name }) => name)).toEqual(['things.byUser', 'things.search by owner']);
    // As a program that does not know filters does it.
    database.prepare(`UPDATE things SET document = ?, folded = ?`).run(JSON.stringify({ ...one, title: 'Impressum' }), 'impressum');
    database.exec(`UPDATE lectern_settings SET value = 'title 1' WHERE name = 'folding of things'`);
    database.close();
    const third = openEmbeddedStore({ file, collections: [after] });
    expect(await third.collection(after).search('ann', 'uber')).toEqual([]);
    expect(await third.collection(after).search('ann', 'impress')).toEqual([one._id]);
    await third.close();
  });

  it('finds large documents by fields that are stored apart, also after a program without these', async () => {
    const schema = z.object({ _id: z.string(), userId: z.string(), place: z.string(), text: z.string() });
    const before = defineCollection({ name: 'things', schema, indexes: { byUser: { fields: ['userId', '_id'] } } });
    const after = defineCollection({ name: 'things', schema, indexes: { byPlace: { fields: ['userId', 'place', '_id'] } } });
    const text = 'x'.repeat(200_000);
    const first = openEmbeddedStore({ file, collections: [before] });
    await first.collection(before).insert({ _id: 'a', userId: 'ann', place: 'new', text });
    expect(await first.collection(before).findIds('byUser', { equals: { userId: 'ann' }, where: { place: 'new' } })).toEqual(['a']);
    await first.close();
    const second = openEmbeddedStore({ file, collections: [after] });
    const ids = (place: string) => second.collection(after).findIds('byPlace', { equals: { userId: 'ann', place } });
    expect(await ids('new')).toEqual(['a']);
    await second.collection(after).update({ userId: 'ann', _id: 'a' }, { set: { place: 'due' } });
    expect([await ids('new'), await ids('due')]).toEqual([[], ['a']]);
    await second.close();
    // As a program without the column does it.
    const database = new DatabaseSync(file);
    database.exec(`DROP INDEX "things.byPlace"; UPDATE things SET document = json_set(document, '$.place', 'done')`);
    database.close();
    const third = openEmbeddedStore({ file, collections: [after] });
    expect(await third.collection(after).findIds('byPlace', { equals: { userId: 'ann', place: 'done' } })).toEqual(['a']);
    await third.close();
  });

  it('answers finds and searches by an index, without sorting', async () => {
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
    // The sizes of found documents are read by the same plan.
    expect([...new Set(plans)]).toEqual([
      expect.stringMatching(/^SEARCH things USING INDEX things\.byUser \(<expr>=\? AND _id<\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX things\.byTime \(<expr>=\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX things\.byAt \(<expr><\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX sqlite_autoindex_things_1 \(_id>\?\)$/),
      expect.stringMatching(/^SEARCH things USING INDEX things\.search by owner \(<expr>=\? AND _id<\?\)$/),
    ]);
  });

  it('refuses a file of a newer program, and one that is not a database', async () => {
    await openEmbeddedStore({ file, collections: [] }).close();
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(() => openEmbeddedStore({ file, collections: [] })).toThrow(/newer/);
    expect(() => openEmbeddedStore({ file: folder, collections: [] })).toThrow(/is a folder where a file should be/);
  });

  it('is unavailable while another process locks the file for too long', async () => {
    const store = openEmbeddedStore({ file, collections: [counters], busyTimeoutMs: 10 });
    await store.collection(counters).insert({ _id: 'b', count: 1 });
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.collection(counters).insert({ _id: 'a', count: 1 })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    await expect(store.collection(counters).update('b', { set: { count: 2 } })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
    expect(await store.collection(counters).get('a')).toBeUndefined();
    other.exec('ROLLBACK');
    other.close();
    await store.collection(counters).insert({ _id: 'a', count: 1 });
    await store.close();
  });

  it('keeps unknown fields when it changes a document', async () => {
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
