import type { Folder, StudyMaterialListItem } from '@lectern/contracts';
import { DomainError, notFound, type AccountExportFile } from '@lectern/service-kit';
import { createLibraryFiles, type LibraryFilesDependencies } from './createLibraryFiles.ts';

const guide = (_id: string, title: string) => ({ _id, title }) as StudyMaterialListItem;
const folder = (_id: string) => ({ _id, name: 'Anatomy', createdAt: '2026-03-05T10:00:00.000Z' }) as Folder;

/** Lists of one item a page. */
const inPages =
  <T extends { _id: string }>(all: readonly T[]) =>
  async (_userId: string, { after }: { after?: string | undefined }) => {
    const index = after === undefined ? 0 : all.findIndex(({ _id }) => _id === after) + 1;
    return { items: all.slice(index, index + 1), next: index + 1 < all.length ? all[index]?._id : undefined };
  };

const make = (guides: readonly StudyMaterialListItem[], failures: Record<string, Error> = {}) => {
  const materials: LibraryFilesDependencies['materials'] = {
    list: inPages(guides),
    async *guideFiles(_userId, id, name) {
      yield { name: `${name}/guide.md`, content: `# ${id}` };
      if (failures[id]) throw failures[id];
    },
  };
  return createLibraryFiles({ materials, folders: { list: inPages([folder('f1'), folder('f2')]) } })('u1');
};
const read = async (files: AsyncIterable<AccountExportFile>): Promise<Record<string, unknown>> => {
  const all: Record<string, unknown> = {};
  for await (const { name, content } of files) all[name] = content;
  return all;
};

test('has a folder for each guide of every page, also where two have one title, and the learner’s folders', async () => {
  const files = await read(make([guide('g1', 'Heart/valves'), guide('g2', 'Heart: valves'), guide('g3', 'Lung')]));
  expect(files).toEqual({
    'study-guides/Heart valves/guide.md': '# g1',
    'study-guides/Heart valves  (2)/guide.md': '# g2',
    'study-guides/Lung/guide.md': '# g3',
    'folders.json': expect.any(String),
  });
  expect(JSON.parse(String(files['folders.json']))).toEqual([folder('f1'), folder('f2')]);
});

test('goes on after a guide that was deleted meanwhile, and fails with any other error', async () => {
  const guides = [guide('g1', 'Heart'), guide('g2', 'Lung')];
  expect(Object.keys(await read(make(guides, { g1: notFound('Study guide') })))).toContain('study-guides/Lung/guide.md');
  const failure = new DomainError('unavailable', 'The store is away.', { retryAfterSeconds: 2 });
  await expect(read(make(guides, { g1: failure }))).rejects.toBe(failure);
});
