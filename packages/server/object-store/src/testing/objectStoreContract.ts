import type { ObjectStore } from '../ObjectStore.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));
const manyKeys = 1_100;

/**
 * Defines the tests that every adapter must pass. Call it in a test file of the adapter.
 *
 * @param open - opens a store, which may contain objects of earlier tests; each test uses its own owners
 */
export function objectStoreContract(name: string, open: () => ObjectStore): void {
  describe(`${name} keeps the object store's contract`, () => {
    it('gives back the bytes that were put, and undefined for others', async () => {
      const store = open();
      const bytes = new Uint8Array(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
      expect(await store.get('pictures/ann/guide/a.webp')).toBeUndefined();
      await store.put('pictures/ann/guide/a.webp', bytes);
      expect(await store.get('pictures/ann/guide/a.webp')).toEqual(bytes);
      expect(await store.get('pictures/ann/guide')).toBeUndefined();
      expect(await store.get('pictures/ann/guide/a.webp/b')).toBeUndefined();
    });

    it('takes the same object twice, also at the same time', async () => {
      const store = open();
      await Promise.all([1, 2, 3].map(() => store.put('pictures/ben/guide/a', bytesOf('same'))));
      expect(await store.get('pictures/ben/guide/a')).toEqual(bytesOf('same'));
      expect(await store.list('pictures/ben')).toEqual(['pictures/ben/guide/a']);
    });

    it('lists and deletes what is below a folder, and nothing beside it', async () => {
      const store = open();
      const keys = ['pictures/cat/one/a', 'pictures/cat/one/b', 'pictures/cat/one-more/a', 'pictures/cat/two/a', 'pictures/cats/one/a'];
      for (const key of keys) await store.put(key, bytesOf(key));
      expect((await store.list('pictures/cat')).sort()).toEqual([...keys.slice(0, 4)].sort());
      await store.deleteFolder('pictures/cat/one');
      expect((await store.list('pictures/cat')).sort()).toEqual(['pictures/cat/one-more/a', 'pictures/cat/two/a']);
      await store.deleteFolder('pictures/cat');
      expect(await store.list('pictures/cat')).toEqual([]);
      expect(await store.get('pictures/cats/one/a')).toEqual(bytesOf('pictures/cats/one/a'));
    });

    it('deletes one object, and a missing one is no error', async () => {
      const store = open();
      for (const name of ['a', 'a-more', 'b']) await store.put(`pictures/gil/guide/${name}`, bytesOf(name));
      await store.delete('pictures/gil/guide/a');
      await store.delete('pictures/gil/guide/a');
      await store.delete('pictures/gil/nowhere/a');
      // Not a folder with all that is in it.
      await store.delete('pictures/gil/guide');
      expect((await store.list('pictures/gil')).sort()).toEqual(['pictures/gil/guide/a-more', 'pictures/gil/guide/b']);
    });

    it('finds nothing in a folder that is not there, and deleting it is no error', async () => {
      const store = open();
      expect(await store.list('pictures/nobody')).toEqual([]);
      await store.deleteFolder('pictures/nobody');
    });

    it('lists and deletes more objects than one answer of a server has', async () => {
      const store = open();
      const keys = Array.from({ length: manyKeys }, (_, index) => `pictures/dora/guide/${index}`);
      for (let from = 0; from < keys.length; from += 50)
        await Promise.all(keys.slice(from, from + 50).map((key) => store.put(key, bytesOf('x'))));
      expect(await store.list('pictures/dora')).toHaveLength(manyKeys);
      await store.deleteFolder('pictures/dora');
      expect(await store.list('pictures/dora')).toEqual([]);
    });

    it.each(['', '/', 'a//b', '../secrets', 'a/../b', 'a/./b', '/a', 'a/', 'a/.hidden', 'a\\b', 'a b', 'a/%2e%2e', `a/${'x'.repeat(129)}`])(
      'takes %j for no key and no folder',
      async (key) => {
        const store = open();
        const refusal = /canonical form/;
        await expect(async () => store.put(key, bytesOf('x'))).rejects.toThrow(refusal);
        await expect(async () => store.get(key)).rejects.toThrow(refusal);
        await expect(async () => store.list(key)).rejects.toThrow(refusal);
        await expect(async () => store.deleteFolder(key)).rejects.toThrow(refusal);
      },
    );
  });
}
