import { calls, type Folder, type FolderDetail, type StudyMaterialListItem } from '@lectern/contracts';
import { itemsOf, queryClient, queryKeys, type Page } from '@lectern/platform';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { act, waitFor } from '@testing-library/react';
import type { InfiniteData } from '@lectern/platform/query';
import { libraryChanges as changes } from './libraryChanges';
import { useFolder, useFolders, useGuide, useGuides } from './libraryQueries';
import { folder, folderOf, guide, listedGuide, listedGuides } from './testing';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
});
afterEach(() => {
  api.restore();
});

const Reads = () => {
  useGuides('', undefined);
  useGuide('g1');
  useFolders();
  useFolder('f1');
  return null;
};
const show = (isReading = false) => {
  renderWithPlatform(isReading && <Reads />, { user: learner, limits: freeLimits() });
};

const guideList = [...queryKeys.studyMaterials, 'list', { q: '' }];
const folderList = [...queryKeys.folders, 'list', { q: '' }];
const folderPage = (id: string) => [...queryKeys.folders, 'one', id];
const pages = <Item,>(...items: Item[][]): InfiniteData<Page<Item[]>> => ({
  pages: items.map((page) => ({ items: page, next: undefined })),
  pageParams: items.map(() => undefined),
});
const guides = () => itemsOf(queryClient.getQueryData<InfiniteData<Page<StudyMaterialListItem[]>>>(guideList));
const folders = () => itemsOf(queryClient.getQueryData<InfiniteData<Page<Folder[]>>>(folderList));
const detail = (id: string) => queryClient.getQueryData<FolderDetail>(folderPage(id));
const broken = answer(500, { code: 'internal', requestId: 'r' });
const failing = async (work: Promise<unknown>) => {
  await act(async () => {
    await expect(work).rejects.toThrow();
  });
};

describe('the calls', () => {
  it.each(['GET /study-materials', 'GET /study-materials/g1', 'GET /folders', 'GET /folders/f1'])(
    '§7 Study materials and folders: %s with no payload',
    async (line) => {
      api.on(calls.listStudyMaterials, [listedGuide()]);
      api.on(calls.getStudyMaterial, guide());
      api.on(calls.listFolders, [folder()]);
      api.on(calls.getFolder, folderOf([]));
      show(true);
      const received = () => api.received.find(({ method, path }) => `${method} ${path}` === line);
      await waitFor(() => expect(received()).toBeDefined());
      expect(received()).toMatchObject({ body: undefined, headers: { 'x-auth-token': 'test-token' } });
    },
  );

  it.each<[string, unknown, () => Promise<unknown>]>([
    ['DELETE /study-materials/g1', undefined, () => changes.deleteGuide('g1')],
    ['POST /folders', { name: 'Biology' }, () => changes.createFolder('Biology', 'key')],
    ['DELETE /folders/f1', undefined, () => changes.deleteFolder('f1')],
    ['POST /folders/f1/materials', { materialId: 'g1' }, () => changes.addToFolder('g1', 'f1')],
    ['DELETE /folders/f1/materials/g1', undefined, () => changes.removeFromFolder('g1', 'f1')],
  ])('§7 Study materials and folders: %s with payload %j', async (line, body, act_) => {
    api.on(calls.deleteStudyMaterial, { _id: 'g1' });
    api.on(calls.createFolder, answer(201, folder()));
    api.on(calls.deleteFolder, { _id: 'f1' });
    api.on(calls.addToFolder, folder({ studyMaterials: ['g1'], studyMaterialCount: 1 }));
    api.on(calls.removeFromFolder, folder());
    show();
    await act(async () => {
      await act_();
    });
    const [first] = api.received.filter(({ path }) => path !== '/subscription/limits');
    expect(`${first?.method ?? ''} ${first?.path ?? ''}`).toBe(line);
    expect(first?.body).toEqual(body);
    expect(first?.headers['x-auth-token']).toBe('test-token');
  });
});

describe('lists in the cache', () => {
  const fill = () => {
    queryClient.setQueryData(guideList, pages(listedGuides(3), [listedGuide({ _id: 'g9', title: 'Osmosis', folderId: 'f1' })]));
    queryClient.setQueryData(
      folderList,
      pages([folder({ _id: 'f2', name: 'Physics' }), folder({ studyMaterials: ['g9'], studyMaterialCount: 1 })]),
    );
    queryClient.setQueryData(folderPage('f1'), folderOf([listedGuide({ _id: 'g9', title: 'Osmosis' })]));
    queryClient.setQueryData(folderPage('f2'), folderOf([], { _id: 'f2', name: 'Physics' }));
  };
  const state = () => JSON.stringify([guides(), folders(), detail('f1'), detail('f2')]);

  it("§4 Lists: adding a material to a folder updates the folder's list and count at once; §3: a material belongs to at most one folder", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    api.on(calls.addToFolder, () => promise);
    show();
    fill();
    const work = changes.addToFolder('g9', 'f2');
    await waitFor(() => expect(guides().find(({ _id }) => _id === 'g9')?.folderId).toBe('f2'));
    expect(folders()).toMatchObject([
      { _id: 'f2', studyMaterials: ['g9'], studyMaterialCount: 1 },
      { _id: 'f1', studyMaterials: [], studyMaterialCount: 0 },
    ]);
    expect(detail('f2')).toMatchObject({ studyMaterialCount: 1, materials: [{ _id: 'g9', folderId: 'f2' }] });
    expect(detail('f1')).toMatchObject({ studyMaterialCount: 0, materials: [] });
    await act(async () => {
      resolve(folder({ _id: 'f2', name: 'Physics', studyMaterials: ['g9'], studyMaterialCount: 1 }));
      await work;
    });
    expect(folders()[0]?.studyMaterialCount).toBe(1);
  });

  it("§4 Lists: removing a material from a folder updates the folder's list and count", async () => {
    api.on(calls.removeFromFolder, folder());
    show();
    fill();
    await act(() => changes.removeFromFolder('g9', 'f1'));
    expect(guides().find(({ _id }) => _id === 'g9')?.folderId).toBeNull();
    expect(folders().find(({ _id }) => _id === 'f1')).toMatchObject({ studyMaterials: [], studyMaterialCount: 0 });
    expect(detail('f1')).toMatchObject({ studyMaterialCount: 0, materials: [] });
  });

  it('§4 Lists: delete removes by id, from every list', async () => {
    api.on(calls.deleteStudyMaterial, { _id: 'g9' });
    show();
    fill();
    await act(() => changes.deleteGuide('g9'));
    expect(guides().map(({ _id }) => _id)).toEqual(['g1', 'g2', 'g3']);
    expect(folders().find(({ _id }) => _id === 'f1')).toMatchObject({ studyMaterials: [], studyMaterialCount: 0 });
    expect(detail('f1')?.materials).toEqual([]);
  });

  it('deleting a folder keeps its guides, without a folder', async () => {
    api.on(calls.deleteFolder, { _id: 'f1' });
    show();
    fill();
    await act(() => changes.deleteFolder('f1'));
    expect(folders().map(({ _id }) => _id)).toEqual(['f2']);
    expect(guides().find(({ _id }) => _id === 'g9')?.folderId).toBeNull();
    expect(guides()).toHaveLength(4);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['adding to a folder', () => changes.addToFolder('g1', 'f2')],
    ['moving to another folder', () => changes.addToFolder('g9', 'f2')],
    ['removing from a folder', () => changes.removeFromFolder('g9', 'f1')],
    ['deleting a guide of a folder', () => changes.deleteGuide('g9')],
    ['deleting a guide in the middle', () => changes.deleteGuide('g2')],
    ['deleting a folder', () => changes.deleteFolder('f1')],
  ])('%s that fails leaves everything as it was', async (_name, work) => {
    for (const definition of [calls.addToFolder, calls.removeFromFolder, calls.deleteStudyMaterial, calls.deleteFolder])
      api.on(definition, broken);
    show();
    fill();
    const before = state();
    await failing(work());
    expect(state()).toBe(before);
  });

  it('a failed deletion does not restore what another one removed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    api.on(calls.deleteStudyMaterial, ({ params }: { params: { id: string } }) => (params.id === 'g1' ? promise : { _id: params.id }));
    show();
    fill();
    const first = changes.deleteGuide('g1');
    await act(() => changes.deleteGuide('g2'));
    resolve(broken);
    await failing(first);
    expect(guides().map(({ _id }) => _id)).toEqual(['g1', 'g3', 'g9']);
  });
});
