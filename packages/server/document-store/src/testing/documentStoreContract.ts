import * as z from 'zod/mini';
import { defineCollection } from '../defineCollection.ts';
import type { CollectionDefinition } from '../defineCollection.ts';
import type { CountRange, DocumentStore, Read } from '../DocumentStore.ts';
import { newId } from '../newId.ts';
import { toDelete, toInsert, toUpdate, toUpsert } from '../writes.ts';

const Note = z.object({
  _id: z.string(),
  userId: z.string(),
  slug: z.string(),
  count: z.optional(z.number()),
  version: z.optional(z.number()),
  folderId: z.optional(z.string()),
  dueAt: z.optional(z.string()),
  expiresAt: z.optional(z.string()),
  done: z.optional(z.boolean()),
  items: z.optional(z.array(z.object({ _id: z.string(), text: z.optional(z.string()) }))),
  tags: z.optional(z.array(z.string())),
  text: z.optional(z.string()),
});
type Note = z.infer<typeof Note>;

const notes = defineCollection({
  name: 'notes',
  schema: Note,
  indexes: {
    bySlug: { fields: ['userId', 'slug'], unique: true },
    byUser: { fields: ['userId', '_id'] },
    byDue: { fields: ['dueAt'] },
    byDone: { fields: ['userId', 'done', 'count', '_id'] },
  },
  search: { owner: 'userId', field: 'text' },
  expires: 'expiresAt',
});

const others = defineCollection({
  name: 'others',
  schema: z.object({ _id: z.string(), size: z._default(z.number(), 7), bag: z.optional(z.array(z.unknown())) }),
});

const collections: readonly CollectionDefinition[] = [notes, others];

/**
 * Defines the tests that every adapter must pass. Call it in a test file of the adapter.
 *
 * @param open - opens an empty store with these collections; the suite closes it
 */
export function documentStoreContract(
  name: string,
  open: (collections: readonly CollectionDefinition[]) => DocumentStore | Promise<DocumentStore>,
): void {
  describe(`${name} keeps the document store's contract`, () => {
    let store: DocumentStore;
    const note = (fields: Partial<Note> = {}): Note => {
      const _id = newId();
      return { _id, userId: 'ann', slug: _id, ...fields };
    };
    const all = () => store.collection(notes);
    const idsOf = (documents: readonly { _id: string }[]): string[] => documents.map((document) => document._id);
    const insertAll = async (...documents: Note[]): Promise<Note[]> => {
      for (const document of documents) await all().insert(document);
      return documents;
    };

    beforeEach(async () => {
      store = await open(collections);
    });
    afterEach(async () => {
      await store.close();
    });

    describe('get, getMany and insert', () => {
      it('returns stored documents, and undefined for others', async () => {
        const stored = note({
          text: 'ünïcödé \u{1f600} "quoted" \\ \n',
          items: [{ _id: 'a', text: '' }],
          tags: [],
          done: false,
          count: 0.5,
        });
        expect(await all().insert(stored)).toEqual(stored);
        expect(await all().get({ userId: 'ann', _id: stored._id })).toEqual(stored);
        expect(await all().get({ userId: 'ann', _id: 'nobody' })).toBeUndefined();
      });

      it('finds documents under the key of their owner only', async () => {
        const [stored] = (await insertAll(note())) as [Note];
        const foreign = { userId: 'ben', _id: stored._id };
        expect(await all().get(foreign)).toBeUndefined();
        expect(await all().getMany({ userId: 'ben', ids: [stored._id] })).toEqual([]);
        expect(await all().getManyWithout(['items'], { userId: 'ben', ids: [stored._id] })).toEqual([]);
        expect(await all().update(foreign, { set: { done: true } })).toBeUndefined();
        expect(await all().delete(foreign)).toBeUndefined();
        await expect(all().upsert({ ...stored, userId: 'ben' })).rejects.toMatchObject({ name: 'DuplicateKeyError', index: '_id' });
        expect(await all().get(stored)).toEqual(stored);
      });

      it('refuses a key without its owner, by its type and when it is called', async () => {
        const [{ _id }] = (await insertAll(note())) as [Note];
        // @ts-expect-error a key without its owner
        await expect(all().get(_id)).rejects.toThrow(/owner/);
        // @ts-expect-error a key without its owner
        await expect(all().update({ _id }, { set: { done: true } })).rejects.toThrow(/owner/);
        // @ts-expect-error a key without its owner
        await expect(all().delete(_id)).rejects.toThrow(/owner/);
        // @ts-expect-error a key without its owner
        await expect(all().getMany([_id])).rejects.toThrow(/owner/);
        await expect(all().get({ userId: '', _id })).rejects.toThrow(/owner/);
      });

      it('takes a plain value alone for a value of a query, so that none is read as a condition', async () => {
        await insertAll(note({ dueAt: '2026-03-05', done: true, count: 1, tags: ['x'] }));
        const ne = { $ne: 'nobody' } as never;
        const plain = /plain value|has to be named|is no text/;
        await expect(async () => all().get({ userId: ne, _id: 'x' })).rejects.toThrow(plain);
        await expect(async () => all().get({ userId: 'ann', _id: ne })).rejects.toThrow(plain);
        await expect(async () => all().getMany({ userId: 'ann', ids: [ne] })).rejects.toThrow(plain);
        await expect(async () => all().getMany({ userId: 'ann', ids: [/./ as never] })).rejects.toThrow(plain);
        await expect(async () => all().find('byUser', { equals: { userId: ne } })).rejects.toThrow(plain);
        await expect(async () => all().find('byUser', { equals: { userId: 'ann' }, after: ne })).rejects.toThrow(plain);
        await expect(async () => all().find('byDue', { atMost: ne })).rejects.toThrow(plain);
        await expect(async () => all().find('byDue', { above: ne })).rejects.toThrow(plain);
        await expect(async () => all().find('byUser', { equals: { userId: 'ann' }, where: { slug: ne } })).rejects.toThrow(plain);
        await expect(async () => all().count('byDone', { userId: 'ann', done: ne })).rejects.toThrow(plain);
        await expect(async () => all().deleteWhere('byUser', { userId: ne })).rejects.toThrow(plain);
        await expect(async () => all().update({ userId: 'ann', _id: 'x' }, { remove: { items: { _id: ne } } })).rejects.toThrow(plain);
        await expect(async () => all().update({ userId: 'ann', _id: 'x' }, { remove: { tags: ne } })).rejects.toThrow(plain);
      });

      it('appends an item as it is, whatever its fields are called', async () => {
        const bags = store.collection(others);
        await bags.insert({ _id: 'bag', size: 1 });
        const item = { $each: ['a', 'b'], $slice: 1, 'a.b': 2 };
        await bags.update('bag', { append: { bag: item } });
        expect((await bags.get('bag'))?.bag).toEqual([item]);
      });

      it('finds keys with any characters; half a surrogate pair is U+FFFD', async () => {
        for (const slug of ['a\0b', 'a\0c', "'", '"', '{"a":1}', '\u2028', 'x\ud800', '\u{1f600}']) {
          const stored = note({ slug });
          await all().insert(stored);
          expect(await all().findOne('bySlug', { userId: 'ann', slug })).toEqual({ ...stored, slug: slug.replace('\ud800', '\ufffd') });
        }
        await expect(all().insert(note({ slug: 'x\ud801' }))).rejects.toMatchObject({ index: 'bySlug' });
      });

      it('getMany returns existing documents once, in the order of the ids', async () => {
        const [first, second] = (await insertAll(note(), note())) as [Note, Note];
        expect(idsOf(await all().getMany({ userId: 'ann', ids: [second._id, 'nobody', first._id, second._id] }))).toEqual([
          second._id,
          first._id,
        ]);
        expect(await all().getMany({ userId: 'ann', ids: [] })).toEqual([]);
      });

      it('getManyWithout returns the documents of getMany without the named fields', async () => {
        const items = [{ _id: 'card', text: 'What does the nephron do?' }];
        const [first, second] = (await insertAll(note({ items, count: 2, text: 'Ünder' }), note({ tags: ['new'] }))) as [Note, Note];
        const { items: _items, text: _text, ...rest } = first;
        expect(
          await all().getManyWithout(['items', 'text'], { userId: 'ann', ids: [second._id, 'nobody', first._id, second._id] }),
        ).toEqual([second, rest]);
        expect(await all().getManyWithout([], { userId: 'ann', ids: [first._id] })).toEqual([first]);
        expect(await all().getManyWithout(['items'], { userId: 'ann', ids: [] })).toEqual([]);
        // The remaining fields are validated and decoded.
        await store.collection(others).insert({ _id: 'x' } as never);
        expect(await store.collection(others).getManyWithout([], ['x'])).toEqual([{ _id: 'x', size: 7 }]);
        for (const field of ['_id', 'absent'])
          await expect(all().getManyWithout([field as never], { userId: 'ann', ids: [first._id] })).rejects.toThrow(/_id|absent/);
      });

      it('findWithout returns the documents of find without the named fields', async () => {
        const items = [{ _id: 'card', text: 'What does the nephron do?' }];
        const [first, second] = (await insertAll(
          note({ items, count: 2, text: 'Ünder' }),
          note({ tags: ['new'] }),
          note({ userId: 'ben' }),
        )) as [Note, Note];
        const { items: _items, text: _text, ...rest } = first;
        const equals = { userId: 'ann' };
        expect(await all().findWithout(['items', 'text'], 'byUser', { equals, order: 'desc' })).toEqual([second, rest]);
        expect(await all().findWithout(['items', 'text'], 'byUser', { equals, limit: 1 })).toEqual([rest]);
        expect(await all().findWithout([], 'byUser', { equals, after: first._id })).toEqual([second]);
        await expect(all().findWithout(['absent' as never], 'byUser', { equals })).rejects.toThrow(/absent/);
        await expect(all().findWithout(['text'], 'byUser', { equals: { slug: 'x' } as never })).rejects.toMatchObject({
          name: 'StoreUsageError',
        });
      });

      it('refuses a second document with the same id or unique key, and names the index', async () => {
        const stored = note({ slug: 'one' });
        await all().insert(stored);
        await expect(all().insert(note({ _id: stored._id }))).rejects.toMatchObject({
          name: 'DuplicateKeyError',
          collection: 'notes',
          index: '_id',
        });
        await expect(all().insert(note({ slug: 'one' }))).rejects.toMatchObject({
          name: 'DuplicateKeyError',
          collection: 'notes',
          index: 'bySlug',
        });
        await all().insert(note({ slug: 'one', userId: 'ben' }));
      });

      it('gives a unique key to one of many concurrent inserts', async () => {
        const results = await Promise.allSettled(Array.from({ length: 20 }, () => all().insert(note({ slug: 'same' }))));
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await all().count('byUser', { userId: 'ann' })).toBe(1);
      });

      it('refuses documents that do not fit the schema or the indexes, and stores nothing', async () => {
        const bad = [
          { ...note(), count: 'many' },
          { ...note(), _id: '' },
          { ...note(), expiresAt: 'tomorrow' },
          { _id: newId(), userId: 'ann' },
        ];
        for (const document of bad) await expect(all().insert(document as Note)).rejects.toThrow(/notes/);
        expect(await all().count('_id', {})).toBe(0);
      });

      it('drops unknown fields and fills defaults', async () => {
        const other = await store.collection(others).insert({ _id: 'x', extra: 1 } as never);
        expect(other).toEqual({ _id: 'x', size: 7 });
        expect(await store.collection(others).get('x')).toEqual({ _id: 'x', size: 7 });
      });

      it('keeps collections apart', async () => {
        await store.collection(others).insert({ _id: 'same', size: 1 });
        await all().insert(note({ _id: 'same' }));
        await store.collection(others).delete('same');
        expect(await all().get({ userId: 'ann', _id: 'same' })).toBeDefined();
      });

      it('refuses a collection that was not declared when it was opened', () => {
        expect(() => store.collection(defineCollection({ name: 'absent', schema: Note }))).toThrow(/absent/);
      });
    });

    describe('find', () => {
      it('finds what is above a value and at most another', async () => {
        const at = (second: number) => note({ dueAt: `2026-03-05T10:00:0${second}.000Z` });
        const stored = await insertAll(at(1), at(2), at(3), at(4), note());
        const options = { above: '2026-03-05T10:00:01.000Z', atMost: '2026-03-05T10:00:03.000Z' };
        expect(idsOf(await all().find('byDue', options))).toEqual(idsOf(stored.slice(1, 3)));
        expect(idsOf(await all().find('byDue', { ...options, order: 'desc' }))).toEqual(idsOf(stored.slice(1, 3)).reverse());
        await expect(all().find('byUser', { equals: { userId: 'ann' }, above: 'x' })).rejects.toThrow(/above/);
      });

      it('findIds returns the ids in the order and pages of find', async () => {
        const stored = await insertAll(note(), note(), note(), note({ userId: 'ben' }));
        const [first, second, third] = idsOf(stored);
        const options = { equals: { userId: 'ann' }, order: 'desc', limit: 2 } as const;
        expect(await all().findIds('byUser', options)).toEqual([third, second]);
        expect(await all().findIds('byUser', { ...options, after: second ?? '' })).toEqual([first]);
        expect(await all().findIds('byUser', { ...options, after: `${second}0` })).toEqual([second, first]);
        await expect(all().findIds('byUser', { equals: { slug: 'x' } as never })).rejects.toThrow(/byUser/);
      });

      it('pages by _id in both orders, also after a deleted document', async () => {
        const stored = await insertAll(...Array.from({ length: 7 }, () => note()));
        await all().insert(note({ userId: 'ben' }));
        const ids = idsOf(stored);
        const page = (order: 'asc' | 'desc', after?: string) =>
          all().find('byUser', { equals: { userId: 'ann' }, order, limit: 3, ...(after !== undefined && { after }) });
        expect(idsOf(await page('asc'))).toEqual(ids.slice(0, 3));
        expect(idsOf(await page('asc', ids[2]))).toEqual(ids.slice(3, 6));
        expect(idsOf(await page('desc'))).toEqual(ids.slice(4).reverse());
        await all().delete({ userId: 'ann', _id: String(ids[4]) });
        expect(idsOf(await page('desc', ids[4]))).toEqual(ids.slice(1, 4).reverse());
        expect(await page('asc', ids[6])).toEqual([]);
      });

      it('goes through a whole collection by _id', async () => {
        const ids = idsOf(await insertAll(note({ userId: 'ben' }), note(), note({ userId: 'zoe' })));
        expect(idsOf(await all().find('_id'))).toEqual(ids);
        expect(idsOf(await all().find('_id', { after: String(ids[0]), order: 'asc' }))).toEqual(ids.slice(1));
        expect(await all().count('_id', {})).toBe(3);
      });

      it('orders by the remaining fields of the index, absent ones first', async () => {
        const [two, none, one] = (await insertAll(
          note({ done: true, count: 2 }),
          note({ done: true }),
          note({ done: true, count: 1 }),
          note({ done: false, count: 0 }),
        )) as [Note, Note, Note, Note];
        const equals = { userId: 'ann', done: true };
        expect(idsOf(await all().find('byDone', { equals }))).toEqual([none._id, one._id, two._id]);
        expect(idsOf(await all().find('byDone', { equals, order: 'desc', limit: 2 }))).toEqual([two._id, one._id]);
        expect(await all().count('byDone', equals)).toBe(3);
      });

      it('finds due documents with atMost, and none without a time', async () => {
        const [late, early] = (await insertAll(
          note({ dueAt: '2026-01-02T00:00:00.000Z' }),
          note({ dueAt: '2026-01-01T00:00:00.000Z' }),
          note({ dueAt: '2026-01-03T00:00:00.000Z' }),
          note(),
        )) as [Note, Note];
        expect(idsOf(await all().find('byDue', { atMost: '2026-01-02T00:00:00.000Z' }))).toEqual([early._id, late._id]);
        const counted = (range: CountRange) => all().count('byDue', {}, range);
        expect(await counted({ above: '2026-01-01T00:00:00.000Z' })).toBe(2);
        expect(await counted({ above: '2026-01-01T00:00:00.000Z', atMost: '2026-01-02T00:00:00.000Z' })).toBe(1);
        expect(await counted({ atMost: '2025-12-31T00:00:00.000Z' })).toBe(0);
      });

      it('filters by where: a value, any of a list, or absence', async () => {
        const [inOne, inTwo, free] = (await insertAll(
          note({ folderId: '1', done: true }),
          note({ folderId: '2', done: false }),
          note(),
        )) as [Note, Note, Note];
        const find = async (where: object) => idsOf(await all().find('byUser', { equals: { userId: 'ann' }, where }));
        expect(await find({ folderId: '1' })).toEqual([inOne._id]);
        expect(await find({ folderId: ['2', '1', '3'] })).toEqual([inOne._id, inTwo._id]);
        expect(await find({ folderId: null })).toEqual([free._id]);
        expect(await find({ folderId: ['2', null] })).toEqual([inTwo._id, free._id]);
        expect(await find({ folderId: [] })).toEqual([]);
        expect(await find({ done: false })).toEqual([inTwo._id]);
        expect(await find({ done: true, folderId: '2' })).toEqual([]);
      });

      it('findOne returns the first document by the index, or undefined', async () => {
        const [first] = (await insertAll(note({ slug: 'a' }), note({ slug: 'b' }))) as [Note];
        expect(await all().findOne('bySlug', { userId: 'ann', slug: 'a' })).toEqual(first);
        expect(await all().findOne('byUser', { userId: 'ann' })).toEqual(first);
        expect(await all().findOne('bySlug', { userId: 'ben', slug: 'a' })).toBeUndefined();
      });

      it('does not equate a number with its digits', async () => {
        await all().insert(note({ slug: '5', count: 5 }));
        expect(await all().findOne('bySlug', { userId: 'ann', slug: 5 as never })).toBeUndefined();
        expect(await all().find('byUser', { equals: { userId: 'ann' }, where: { count: '5' as never } })).toEqual([]);
      });

      it('refuses queries that one declared index cannot answer', async () => {
        const userId = 'ann';
        const refused = [
          () => all().find('byNothing' as never),
          () => all().find('toString' as never),
          () => all().find('byUser', { equals: { slug: 'a' } as never }),
          () => all().find('bySlug', { equals: { slug: 'a' } }),
          () => all().find('byDone', { equals: { userId, count: 1 } }),
          () => all().find('byUser', { equals: { userId: undefined } as never }),
          () => all().find('byUser', { equals: { userId: { $ne: '' } } as never }),
          () => all().find('byDone', { equals: { userId }, after: 'x' }),
          () => all().find('bySlug', { equals: { userId, slug: 'a' }, after: 'x' }),
          () => all().find('byUser', { equals: { userId }, atMost: 'x' }),
          () => all().find('byDue', { atMost: 'x', after: 'x' }),
          () => all().find('byUser', { where: { folderId: undefined } as never }),
          () => all().find('byUser', { limit: 0 }),
          () => all().find('byUser', { limit: 1_001 }),
          () => all().count('byUser', { userId }, { above: 'x' }),
          () => all().count('bySlug', { slug: 'a' }),
          () => all().deleteWhere('byUser', {}),
          () => all().deleteWhere('bySlug', { slug: 'a' }),
          () => store.collection(others).search('ann', 'x'),
        ];
        for (const call of refused) await expect(call()).rejects.toMatchObject({ name: 'StoreUsageError' });
      });
    });

    describe('update', () => {
      it('sets, unsets, increments, appends and removes in one step', async () => {
        const stored = note({ folderId: '1', count: 1, items: [{ _id: 'a' }, { _id: 'b' }], tags: ['x', 'y', 'x'] });
        await all().insert(stored);
        const { folderId: _, ...rest } = stored;
        const changed = {
          ...rest,
          text: 'new',
          count: 3,
          version: -1,
          items: [{ _id: 'a' }, { _id: 'b' }, { _id: 'c', text: 't' }],
          tags: ['y'],
        };
        expect(
          await all().update(
            { userId: 'ann', _id: stored._id },
            {
              set: { text: 'new' },
              unset: ['folderId'],
              increment: { count: 2, version: -1 },
              append: { items: { _id: 'c', text: 't' } },
              remove: { tags: 'x' },
            },
          ),
        ).toEqual(changed);
        expect(await all().get({ userId: 'ann', _id: stored._id })).toEqual(changed);
        expect(
          await all().update({ userId: 'ann', _id: stored._id }, { remove: { items: { _id: 'b' } }, append: { tags: 'z' } }),
        ).toMatchObject({
          items: [{ _id: 'a' }, { _id: 'c', text: 't' }],
          tags: ['y', 'z'],
        });
      });

      it('treats absent lists as empty, and ignores removals of absent items', async () => {
        const stored = note();
        await all().insert(stored);
        expect(await all().update({ userId: 'ann', _id: stored._id }, { remove: { items: { _id: 'a' } } })).toEqual(stored);
        expect(await all().update({ userId: 'ann', _id: stored._id }, { append: { items: { _id: 'a' } } })).toEqual({
          ...stored,
          items: [{ _id: 'a' }],
        });
      });

      it('returns undefined for an absent document and creates none', async () => {
        expect(await all().update({ userId: 'ann', _id: 'nobody' }, { set: { text: 'x' } })).toBeUndefined();
        expect(await all().get({ userId: 'ann', _id: 'nobody' })).toBeUndefined();
      });

      it.each<[string, Parameters<ReturnType<typeof all>['update']>[2], boolean]>([
        ['equals', { equals: { userId: 'ann', done: false } }, true],
        ['equals of another value', { equals: { userId: 'ann', done: true } }, false],
        ['equals null for an absent field', { equals: { folderId: null } }, true],
        ['equals null for a field that is there', { equals: { done: null } }, false],
        ['below', { below: { count: 4 } }, true],
        ['below its own value', { below: { count: 3 } }, false],
        ['below for an absent field', { below: { version: 9 } }, false],
        ['below for text', { below: { dueAt: '2027' } }, true],
        ['atLeast', { atLeast: { count: 3 } }, true],
        ['atLeast more', { atLeast: { count: 4 } }, false],
        ['atLeast for an absent field', { atLeast: { version: 0 } }, false],
        ['has', { has: { items: 'a', tags: 'x' } }, true],
        ['has what is not there', { has: { items: 'a', tags: 'a' } }, false],
        ['hasNot', { hasNot: { items: 'c', tags: 'z' } }, true],
        ['hasNot what is there', { hasNot: { items: 'b' } }, false],
        ['hasNot a plain value that is there', { hasNot: { tags: 'x' } }, false],
        ['absent', { absent: ['folderId', 'version'] }, true],
        ['absent but there', { absent: ['count'] }, false],
        ['present', { present: ['count', 'done'] }, true],
        ['present but absent', { present: ['count', 'folderId'] }, false],
        [
          'all together',
          { equals: { done: false }, below: { count: 9 }, has: { items: 'b' }, hasNot: { items: 'z' }, absent: ['version'] },
          true,
        ],
      ])('respects a guard: %s', async (_, guard, holds) => {
        const stored = note({ count: 3, done: false, dueAt: '2026', items: [{ _id: 'a' }, { _id: 'b' }], tags: ['x'] });
        await all().insert(stored);
        const answer = await all().update({ userId: 'ann', _id: stored._id }, { set: { text: 'changed' } }, guard);
        expect(answer).toEqual(holds ? { ...stored, text: 'changed' } : undefined);
        expect((await all().get({ userId: 'ann', _id: stored._id }))?.text).toBe(holds ? 'changed' : undefined);
      });

      it('never increments past a limit, also with many concurrent calls', async () => {
        const stored = note({ count: 0 });
        await all().insert(stored);
        const answers = await Promise.all(
          Array.from({ length: 30 }, () =>
            all().update({ userId: 'ann', _id: stored._id }, { increment: { count: 1 } }, { below: { count: 10 } }),
          ),
        );
        expect(answers.filter((answer) => answer !== undefined)).toHaveLength(10);
        expect((await all().get({ userId: 'ann', _id: stored._id }))?.count).toBe(10);
      });

      it('gives every reader the fields of one write, also amid many concurrent ones', async () => {
        // A long field, so that writing and reading a document takes a while.
        const fieldsOf = (count: number) => ({ count, tags: Array.from({ length: 500 }, () => String(count)), version: count });
        const stored = note(fieldsOf(0));
        await all().insert(stored);
        for (let round = 0; round < 20; round += 1) {
          const counts = Array.from({ length: 10 }, (_, index) => round * 10 + index);
          const seen = await Promise.all(
            counts.flatMap((count) => [
              all().update({ userId: 'ann', _id: stored._id }, { set: fieldsOf(count) }),
              all().get({ userId: 'ann', _id: stored._id }),
            ]),
          );
          for (const each of seen) {
            const numbers = new Set([String(each?.count), String(each?.version), ...(each?.tags ?? [])]);
            expect(numbers.size).toBe(1);
          }
        }
      });

      it('enforces unique keys, and changes nothing when one is taken', async () => {
        const [, second] = (await insertAll(note({ slug: 'a' }), note({ slug: 'b' }))) as [Note, Note];
        await expect(all().update({ userId: 'ann', _id: second._id }, { set: { slug: 'a', text: 'x' } })).rejects.toMatchObject({
          name: 'DuplicateKeyError',
          index: 'bySlug',
        });
        expect(await all().get({ userId: 'ann', _id: second._id })).toEqual(second);
        await all().update({ userId: 'ann', _id: second._id }, { set: { slug: 'c' } });
        expect(await all().findOne('bySlug', { userId: 'ann', slug: 'b' })).toBeUndefined();
        await all().insert(note({ slug: 'b' }));
      });

      it('refuses changes that engines would apply differently, and changes nothing', async () => {
        const stored = note({ count: 1, tags: ['x'] });
        await all().insert(stored);
        const refused = [
          {},
          { set: { _id: 'other' } },
          { set: { text: undefined } },
          { set: { count: 1 }, increment: { count: 1 } },
          { append: { tags: 'a' }, remove: { tags: 'b' } },
          { increment: { count: Number.NaN } },
          { set: { count: 'many' } },
          { unset: ['slug'] },
        ];
        for (const change of refused) await expect(all().update({ userId: 'ann', _id: stored._id }, change as never)).rejects.toThrow(/./);
        await expect(
          all().update({ userId: 'ann', _id: stored._id }, { set: { text: 'x' } }, { equals: { slug: undefined } as never }),
        ).rejects.toThrow(/slug/);
        expect(await all().get({ userId: 'ann', _id: stored._id })).toEqual(stored);
      });
    });

    describe('upsert', () => {
      it('stores whole documents: inserts and replaces', async () => {
        const stored = note({ text: 'old', count: 1 });
        expect(await all().upsert(stored)).toEqual(stored);
        const { text: _, ...shorter } = { ...stored, count: 2 };
        expect(await all().upsert(shorter)).toEqual(shorter);
        expect(await all().get({ userId: 'ann', _id: stored._id })).toEqual(shorter);
      });

      it('keeps the highest version, in any order of calls', async () => {
        const stored = note();
        const put = (version: number) => all().upsert({ ...stored, version }, { below: { version } });
        expect(await put(2)).toMatchObject({ version: 2 });
        expect(await put(1)).toBeUndefined();
        expect(await put(2)).toBeUndefined();
        const versions = [5, 3, 9, 4, 8, 7, 6];
        await Promise.all(versions.map(put));
        expect((await all().get({ userId: 'ann', _id: stored._id }))?.version).toBe(9);
      });

      it('enforces unique keys', async () => {
        await all().insert(note({ slug: 'a' }));
        await expect(all().upsert(note({ slug: 'a' }))).rejects.toMatchObject({ name: 'DuplicateKeyError', index: 'bySlug' });
      });
    });

    describe('delete', () => {
      it('returns the deleted document, once', async () => {
        const stored = note();
        await all().insert(stored);
        const answers = await Promise.all([
          all().delete({ userId: 'ann', _id: stored._id }),
          all().delete({ userId: 'ann', _id: stored._id }),
        ]);
        expect(answers.filter((answer) => answer !== undefined)).toEqual([stored]);
        expect(await all().get({ userId: 'ann', _id: stored._id })).toBeUndefined();
      });

      it('respects its guard', async () => {
        const stored = note({ count: 1 });
        await all().insert(stored);
        expect(await all().delete({ userId: 'ann', _id: stored._id }, { equals: { userId: 'ben' } })).toBeUndefined();
        expect(await all().delete({ userId: 'ann', _id: stored._id }, { equals: { userId: 'ann' }, below: { count: 2 } })).toEqual(stored);
      });

      it('deletes all documents of an index prefix and no others, also beyond one batch', async () => {
        await Promise.all(Array.from({ length: 1_203 }, () => all().insert(note())));
        const kept = await all().insert(note({ userId: 'ben' }));
        expect(await all().deleteWhere('byUser', { userId: 'ann' })).toBe(1_203);
        expect(await all().deleteWhere('byUser', { userId: 'ann' })).toBe(0);
        expect(await all().find('_id')).toEqual([kept]);
      });
    });

    describe('search', () => {
      const search = async (text: string, options?: object) =>
        (await all().getMany({ userId: 'ann', ids: await all().search('ann', text, options) })).map((document) => document.text);

      it.each([
        ['ZELL', 'Die Zelle'],
        ['  die   zelle ', 'Die\t Zelle\n'],
        ['resume', 'Résumé'],
        ['RÉSUMÉ', 'resume'],
        ['strasse', 'Straße'],
        ['οδοσ', 'ΟΔΟΣ'],
        ['istanbul', 'İstanbul'],
        ['100%', 'at 100% yield'],
        ['a_b', 'a_b'],
        ['.*', 'the pattern .* here'],
        ["o'neil", "O'Neil"],
        ['\\', 'a \\ b'],
        ['한국', '한국어 문법'],
        ['ガ', 'ガス交換'],
        ['after', 'before \0 after'],
        ['x\ud800', 'x\ud800'.toWellFormed()],
      ])('finds %j in %j', async (text, stored) => {
        await all().insert(note({ text: stored }));
        expect(await search(text)).toEqual([stored]);
      });

      it.each([
        ['a%b', 'a long way to b'],
        ['a_b', 'axb'],
        ['.*', 'anything'],
        ['cell the', 'the cell'],
        ['각', '가'],
        ['カ', 'ガ'],
      ])('does not find %j in %j', async (text, stored) => {
        await all().insert(note({ text: stored }));
        expect(await search(text)).toEqual([]);
      });

      it('finds documents of the owner only, newest first, in pages', async () => {
        await insertAll(
          note({ text: 'cell 1' }),
          note({ text: 'cell 2', folderId: 'f' }),
          note(),
          note({ text: 'cell 3' }),
          note({ text: 'cell', userId: 'ben' }),
        );
        expect(await search('cell')).toEqual(['cell 3', 'cell 2', 'cell 1']);
        expect(await search('cell', { order: 'asc', limit: 2 })).toEqual(['cell 1', 'cell 2']);
        const [newest] = await all().search('ann', 'cell', { limit: 1 });
        expect(await search('cell', { after: newest })).toEqual(['cell 2', 'cell 1']);
        expect(await search('cell', { where: { folderId: 'f' } })).toEqual(['cell 2']);
        expect(await search(' ')).toEqual(['cell 3', undefined, 'cell 2', 'cell 1']);
      });

      it('answers many concurrent searches, and refuses too many of one owner', async () => {
        await insertAll(note({ text: 'cell 1' }), note({ text: 'cell', userId: 'ben' }));
        const [anns, bens] = [Array.from({ length: 40 }, () => search('cell')), all().search('ben', 'cell')];
        const results = await Promise.allSettled(anns);
        expect(await bens).toHaveLength(1);
        const refused = results.filter((result) => result.status === 'rejected');
        expect(refused.length).toBeGreaterThan(0);
        expect(refused.length).toBeLessThan(30);
        for (const { reason } of refused) expect(reason).toMatchObject({ name: 'StoreBusyError' });
        for (const result of results) if (result.status === 'fulfilled') expect(result.value).toEqual(['cell 1']);
        expect(await search('cell')).toEqual(['cell 1']);
      });

      it('does not begin an aborted search', async () => {
        await all().insert(note({ text: 'cell' }));
        const ended = new AbortController();
        ended.abort(new Error('The client has gone.'));
        await expect(search('cell', { signal: ended.signal })).rejects.toThrow('The client has gone.');
        expect(await search('cell', { signal: new AbortController().signal })).toEqual(['cell']);
      });

      it('finds changed texts', async () => {
        const stored = await all().insert(note({ text: 'before' }));
        await all().update({ userId: 'ann', _id: stored._id }, { set: { text: 'after' } });
        expect([await search('before'), await search('after')]).toEqual([[], ['after']]);
        await all().upsert({ ...stored, text: 'replaced' });
        expect([await search('after'), await search('replaced')]).toEqual([[], ['replaced']]);
        await all().update({ userId: 'ann', _id: stored._id }, { unset: ['text'] });
        expect(await search('replaced')).toEqual([]);
      });
    });

    describe('reads in one request', () => {
      const read = (call: Read['call'], ...given: unknown[]): Read => ({
        definition: notes as unknown as CollectionDefinition,
        call,
        given,
      });
      const valuesOf = async (...reads: Read[]): Promise<unknown[]> =>
        (await store.read(reads)).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason));

      it('answers each like the collection', async () => {
        const [one, two, three] = (await insertAll(
          note({ slug: 's1', dueAt: '2026-01-01', text: 'x', items: [{ _id: 'a' }] }),
          note({ dueAt: '2026-01-02', done: true, count: 2 }),
          note({ done: true, count: 1, text: 'cell' }),
          note({ userId: 'ben', done: true }),
        )) as [Note, Note, Note];
        const other = await store.collection(others).insert({ _id: 'o', size: 1 });
        const ids = [three._id, 'nobody', one._id];
        expect(
          await valuesOf(
            read('get', { userId: 'ann', _id: two._id }),
            read('get', { userId: 'ben', _id: two._id }),
            read('getMany', { userId: 'ann', ids }),
            read('getMany', { userId: 'ann', ids: [] }),
            read('getManyWithout', ['text', 'items'], { userId: 'ann', ids }),
            read('findOne', 'bySlug', { userId: 'ann', slug: 's1' }),
            read('findOne', 'bySlug', { userId: 'ann', slug: 's2' }),
            read('find', 'byDone', { equals: { userId: 'ann', done: true } }),
            read('find', 'byUser', { equals: { userId: 'ann' }, order: 'desc', limit: 1, where: { dueAt: ['2026-01-01', '2026-01-02'] } }),
            read('findIds', 'byDue', { atMost: '2026-01-02' }),
            read('findWithout', ['text', 'items'], 'byUser', { equals: { userId: 'ann' }, limit: 1 }),
            read('count', 'byUser', { userId: 'ann' }),
            read('count', 'byDone', { userId: 'ann', done: true }, { above: 1 }),
            read('count', 'byUser', { userId: 'nobody' }),
            { definition: others as unknown as CollectionDefinition, call: 'get', given: ['o'] },
          ),
        ).toEqual([
          ...[two, undefined, [three, one], []],
          [
            { _id: three._id, userId: 'ann', slug: three.slug, done: true, count: 1 },
            { _id: one._id, userId: 'ann', slug: 's1', dueAt: '2026-01-01' },
          ],
          ...[one, undefined, [three, two], [two], [one._id, two._id]],
          [{ _id: one._id, userId: 'ann', slug: 's1', dueAt: '2026-01-01' }],
          ...[3, 1, 0, other],
        ]);
        expect(await store.read([])).toEqual([]);
      });

      it('answers the others if one is invalid', async () => {
        await insertAll(note());
        expect(
          await valuesOf(read('count', 'byUser', { slug: 'x' }), read('get', { _id: 'x' }), read('count', 'byUser', { userId: 'ann' })),
        ).toEqual([expect.objectContaining({ name: 'StoreUsageError' }), expect.objectContaining({ name: 'StoreUsageError' }), 1]);
      });
    });

    describe('writes in one step', () => {
      const everything = async () => [await all().find('_id'), await store.collection(others).find('_id')];

      it('inserts, changes, replaces and deletes documents of several collections', async () => {
        const [one, two, three] = (await insertAll(note({ count: 1, text: 'before' }), note({ tags: ['x'] }), note())) as [
          Note,
          Note,
          Note,
        ];
        const four = note({ text: 'new' });
        const written = await store.write([
          toUpdate(notes, one, { increment: { count: 2 }, set: { text: 'after' } }, { equals: { count: 1 } }),
          toUpsert(notes, { ...two, done: true, tags: ['y'] }),
          toDelete(notes, three),
          toDelete(notes, { userId: 'ann', _id: 'nobody' }),
          toInsert(notes, four),
          toUpsert(others, { _id: 'o', size: 3 }),
        ]);
        expect(written).toBe(true);
        expect(await everything()).toEqual([
          [{ ...one, count: 3, text: 'after' }, { ...two, done: true, tags: ['y'] }, four],
          [{ _id: 'o', size: 3 }],
        ]);
        expect(await all().search('ann', 'after')).toEqual([one._id]);
        expect(await store.write([])).toBe(true);
      });

      it('stores fields without a value like the collection: not at all', async () => {
        const [one, two] = [note(), note()];
        await store.write([
          toInsert(notes, { ...one, dueAt: undefined, text: undefined } as never),
          toUpsert(notes, { ...two, dueAt: undefined, text: undefined } as never),
        ]);
        const found = await all().getMany({ userId: 'ann', ids: [one._id, two._id] });
        expect(found.map((each) => Object.keys(each).sort())).toEqual([Object.keys(one).sort(), Object.keys(two).sort()]);
        expect(await all().find('byDue', { atMost: '9' })).toEqual([]);
      });

      it.each(['an absent document', 'a guard that does not hold', "another owner's document"])('writes nothing for %s', async (reason) => {
        const [one, two] = (await insertAll(note({ count: 1 }), note({ count: 1 }))) as [Note, Note];
        const before = await everything();
        const refused = {
          'an absent document': toUpdate(notes, { userId: 'ann', _id: 'nobody' }, { set: { done: true } }),
          'a guard that does not hold': toUpdate(notes, two, { set: { done: true } }, { below: { count: 1 } }),
          "another owner's document": toUpdate(notes, { userId: 'ben', _id: two._id }, { set: { done: true } }),
        }[reason];
        const written = await store.write([
          toInsert(notes, note()),
          toUpsert(others, { _id: 'o', size: 3 }),
          toUpdate(notes, one, { increment: { count: 1 } }),
          ...(refused ? [refused] : []),
        ]);
        expect(written).toBe(false);
        expect(await everything()).toEqual(before);
      });

      it('writes nothing if a key exists', async () => {
        const [one, two] = (await insertAll(note({ count: 1 }), note())) as [Note, Note];
        const before = await everything();
        const changes = [toUpdate(notes, one, { increment: { count: 1 } }), toUpsert(others, { _id: 'o', size: 3 })];
        for (const [document, index] of [
          [{ ...note(), _id: two._id }, '_id'],
          [note({ slug: two.slug }), 'bySlug'],
        ] as const)
          await expect(store.write([...changes, toInsert(notes, document)])).rejects.toMatchObject({
            ...{ name: 'DuplicateKeyError', collection: 'notes', index },
          });
        expect(await everything()).toEqual(before);
      });

      it('refuses invalid documents and changes, and two writes of one document', async () => {
        const [one] = (await insertAll(note({ count: 1 }))) as [Note];
        const before = await everything();
        const insert = toInsert(others, { _id: 'o', size: 3 });
        for (const wrong of [
          toInsert(notes, { ...note(), slug: 5 as never }),
          toUpdate(notes, one, { set: { count: 'many' as never } }),
          toUpdate(notes, one, {}),
          toDelete(notes, { _id: one._id } as never),
          toInsert(others, { _id: 'o', size: 4 }),
        ])
          await expect(store.write([insert, wrong])).rejects.toThrow(/slug|count|change|owner|twice/);
        expect(await everything()).toEqual(before);
      });

      it('applies concurrent steps one after the other', async () => {
        const [one] = (await insertAll(note({ count: 0 }))) as [Note];
        const step = async (index: number): Promise<void> => {
          for (let isWritten = false; !isWritten;) {
            const { count = 0 } = (await all().get(one)) ?? {};
            const change = toUpdate(notes, one, { set: { count: count + 1 } }, { equals: { count } });
            isWritten = await store.write([change, toInsert(others, { _id: `o${index}`, size: count })]);
          }
        };
        await Promise.all(Array.from({ length: 8 }, (_, index) => step(index)));
        expect(await all().get(one)).toMatchObject({ count: 8 });
        expect((await store.collection(others).find('_id')).map(({ size }) => size).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      });
    });

    describe('the store', () => {
      it('purges expired documents and keeps the others', async () => {
        const [, later, never] = (await insertAll(
          note({ expiresAt: '2026-01-01T00:00:00.000Z' }),
          note({ expiresAt: '2026-01-01T00:00:00.001Z' }),
          note(),
        )) as [Note, Note, Note];
        expect(await store.purgeExpired(new Date('2026-01-01T00:00:00.000Z'))).toBe(1);
        expect(idsOf(await all().find('_id'))).toEqual([later._id, never._id]);
      });

      it('is not due to be scrubbed after a scrub', async () => {
        const stored = await all().insert(note());
        await all().delete({ userId: 'ann', _id: stored._id });
        await store.scrub();
        expect(store.isScrubDue()).toBe(false);
      });

      it('answers a ping until it is closed, and then rejects every call', async () => {
        await store.ping();
        await store.close();
        await store.close();
        await expect(store.ping()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
        await expect(all().get({ userId: 'ann', _id: 'x' })).rejects.toMatchObject({ name: 'StoreUnavailableError' });
        await expect(all().insert(note())).rejects.toMatchObject({ name: 'StoreUnavailableError' });
      });
    });
  });
}
