import { memoryStore } from '@lectern/document-store/testing';
import { DomainError, type AccountExportFile } from '@lectern/service-kit';
import { exportFiles } from './exportFiles.ts';
import type { LibraryContext } from './LibraryContext.ts';
import { pagesToMake } from './pages/originals.ts';
import { allCollections } from './store.ts';
import { contentFake, insertGuide, libraryOn, withMethod } from './testing.ts';

const ada = 'u1';
const setUp = async (titles: readonly string[]): Promise<LibraryContext> => {
  const library = libraryOn({ store: memoryStore(allCollections), clock: () => new Date('2026-03-05T10:00:00Z'), content: contentFake() });
  // Newest first, so that the first title comes first.
  for (const [index, title] of titles.entries())
    await insertGuide(library, ada, `g${String(titles.length - index).padStart(3, '0')}`, title);
  for (const name of ['Anatomy', 'Physiology'])
    await library.store.folders.insert({ _id: name, userId: ada, name, createdAt: '2026-03-05T10:00:00.000Z' });
  return library;
};
const read = async (library: LibraryContext): Promise<Record<string, unknown>> => {
  const all: Record<string, unknown> = {};
  for await (const { name, content } of exportFiles(library)(ada) as AsyncIterable<AccountExportFile>) all[name] = content;
  return all;
};
/** The names of the guides' folders. */
const guidesIn = (files: Record<string, unknown>): string[] =>
  Object.keys(files).flatMap((name) => /^study-guides\/(.*)\/guide\.md$/.exec(name)?.[1] ?? []);

test('has a folder for each guide of every page, also where two have one title, and the learner’s folders', async () => {
  const others = Array.from({ length: 120 }, (_, index) => `Lung ${index}`);
  const files = await read(await setUp(['Heart/valves', 'Heart: valves', ...others]));
  expect(guidesIn(files)).toEqual(['Heart valves', 'Heart valves  (2)', ...others]);
  expect(files['study-guides/Heart valves/guide.md']).toContain('g122');
  expect(JSON.parse(String(files['folders.json']))).toMatchObject([{ name: 'Physiology' }, { name: 'Anatomy' }]);
});

test('has the pages of a guide’s files, and the files whose pages are not made yet', async () => {
  const library = await setUp(['Heart']);
  const { pages, store } = library;
  const key = { userId: ada, _id: 'g001' };
  const bytes = new Uint8Array([1, 2]);
  await pages.files.store(ada, key._id, [{ hash: 'a'.repeat(64), bytes }]);
  await pages.originals.store(ada, key._id, [{ hash: '0', bytes }]);
  const page = { id: 'a'.repeat(64), width: 1_280, height: 720, alt: 'Valves', passages: [] };
  await store.pages.insert({
    ...pagesToMake(ada, key._id, [{ name: '1', hash: '0', kind: 'text', attempts: 1, isDone: false }], new Date('2026-03-05T10:00:00Z')),
    pages: [
      { ...page, kind: 'slide', page: 4 },
      { ...page, kind: 'page', page: 12, document: 'heart.pdf' },
    ],
  });
  const names = (files: Record<string, unknown>): string[] => Object.keys(files).filter((name) => /\/(pages|files)\//.test(name));
  expect(names(await read(library))).toEqual([
    'study-guides/Heart/pages/1-slide-4.webp',
    'study-guides/Heart/pages/2-page-12.webp',
    'study-guides/Heart/files/1.docx',
  ]);
  await store.pages.update(key, { unset: ['dueAt'] });
  expect(names(await read(library))).toHaveLength(2);
});

test('goes on after a guide that was deleted meanwhile, and fails with any other error', async () => {
  const library = await setUp(['Heart', 'Lung']);
  const { bodies } = library.store;
  const failing = (fail: () => Promise<undefined>): LibraryContext => {
    const get: typeof bodies.get = (key) => ((key as { _id: string })._id === 'g002' ? fail() : bodies.get(key));
    return { ...library, store: { ...library.store, bodies: withMethod(bodies, 'get', get) } };
  };
  expect(guidesIn(await read(failing(async () => undefined)))).toEqual(['Lung']);
  const failure = new DomainError('unavailable', 'The store is away.', { retryAfterSeconds: 2 });
  await expect(read(failing(() => Promise.reject(failure)))).rejects.toBe(failure);
});
