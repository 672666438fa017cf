import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { insertOnce } from './insertOnce.ts';

const notes = defineCollection({ name: 'notes', schema: z.object({ _id: z.string(), text: z.string() }) });

test('inserts a document once, and keeps the first one', async () => {
  const collection = memoryStore([notes]).collection(notes);
  expect(await insertOnce(collection, { _id: 'a', text: 'first' })).toBe(true);
  expect(await insertOnce(collection, { _id: 'a', text: 'second' })).toBe(false);
  expect(await collection.get('a')).toEqual({ _id: 'a', text: 'first' });
});

test('rethrows other errors', async () => {
  const failing = { insert: () => Promise.reject(new Error('disk full')) };
  await expect(insertOnce(failing, { _id: 'a' })).rejects.toThrow('disk full');
});
