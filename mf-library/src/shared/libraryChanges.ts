import { calls, Folder, type RestoreRequest, type StudyMaterial, type StudyMaterialListItem } from '@lectern/contracts';
import {
  ApiError,
  call,
  forgetPlace,
  getSession,
  listCache,
  optimistically,
  queryClient,
  queryKeys,
  refreshLimits,
  rollbackAll,
  type Page,
  type Rollback,
} from '@lectern/platform';
import type { InfiniteData } from '@lectern/platform/query';
import { asListItem } from './asListItem';
import { folderKey, folderLists, guideKey, guideLists, versionsKey } from './libraryKeys';
import { cachedGuide, moveGuide } from './moveGuide';

const change = <Result>(show: () => Rollback, work: () => Promise<Result>): Promise<Result> =>
  optimistically([queryKeys.studyMaterials, queryKeys.folders], show, work);

const folderOf = (guideId: string): string | undefined => cachedGuide(guideId)?.folderId ?? undefined;

const removeGuide = (id: string): Rollback =>
  rollbackAll([moveGuide(id, folderOf(id), undefined), listCache.remove(queryKeys.studyMaterials, id)]);

const removeFolder = (id: string): Rollback =>
  rollbackAll([
    listCache.remove(folderLists, id),
    listCache.edit<StudyMaterialListItem>(
      queryKeys.studyMaterials,
      ({ folderId }) => folderId === id,
      (guide) => ({ ...guide, folderId: null }),
    ),
  ]);

const guideChanged = (guide: StudyMaterial): void => {
  queryClient.setQueryData(guideKey(guide._id), guide);
  listCache.replace(queryKeys.studyMaterials, asListItem(guide));
  // Reads the service's preview.
  void queryClient.invalidateQueries({ queryKey: guideLists });
  void queryClient.invalidateQueries({ queryKey: versionsKey(guide._id) });
};

/** Calls that change guides and folders; the lists in the cache follow at once. */
export const libraryChanges = {
  guideCreated: (guide: StudyMaterial): void => {
    listCache.prepend(queryKeys.studyMaterials, asListItem(guide));
    // Only the first page is kept; further pages are loaded again when the list is scrolled.
    queryClient.setQueriesData<InfiniteData<Page<StudyMaterialListItem[]>>>(
      { queryKey: guideLists },
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    // Reads the service's preview, and removes the guide from searches that it does not match.
    void queryClient.invalidateQueries({ queryKey: queryKeys.studyMaterials });
    void refreshLimits();
  },
  /** The guide has another text now. */
  guideChanged,
  /** More sections are written. Its card in the lists shows how far it is. */
  guideGrown: (guide: StudyMaterial): void => {
    if (guide.generation?.state !== 'running') guideChanged(guide);
    else {
      queryClient.setQueryData(guideKey(guide._id), guide);
      listCache.edit<StudyMaterialListItem>(
        queryKeys.studyMaterials,
        ({ _id }) => _id === guide._id,
        (item) => ({ ...item, generation: guide.generation }),
      );
    }
  },
  /** Ends the writing of further sections. What is there stays. */
  stopGeneration: async (id: string): Promise<void> => {
    guideChanged(await call(calls.stopGuideGeneration, { path: { id } }));
  },
  updateGuide: async (id: string, body: { title?: string; content?: string } | { version: number }): Promise<void> => {
    guideChanged(await call(calls.updateStudyMaterial, { path: { id }, body }));
  },
  restoreLines: async (id: string, body: RestoreRequest): Promise<void> => {
    guideChanged(await call(calls.restoreLines, { path: { id }, body }));
  },
  deleteGuide: async (id: string): Promise<void> => {
    await change(
      () => removeGuide(id),
      () => call(calls.deleteStudyMaterial, { path: { id } }),
    );
    // A list that was read during the call may contain it again.
    removeGuide(id);
    forgetPlace({ kind: 'guide', id });
    queryClient.removeQueries({ queryKey: guideKey(id) });
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.studyMaterials, 'newest'] });
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
    void refreshLimits();
  },
  /** @returns the guides that were deleted */
  deleteGuides: async (ids: readonly string[]): Promise<readonly string[]> => {
    const { done } = await call(calls.deleteStudyMaterials, { body: { ids: [...ids] } });
    for (const id of done) {
      removeGuide(id);
      forgetPlace({ kind: 'guide', id });
      queryClient.removeQueries({ queryKey: guideKey(id) });
    }
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.studyMaterials, 'newest'] });
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
    void refreshLimits();
    return done;
  },
  /** Moves guides into a folder. @returns those that are in it now */
  moveGuides: async (ids: readonly string[], folderId: string): Promise<readonly string[]> => {
    const { done = [], ...folder } = await call(calls.addToFolder, { path: { id: folderId }, body: { studyMaterialIds: [...ids] } });
    for (const id of done) moveGuide(id, folderOf(id), folderId);
    listCache.replace(folderLists, Folder.parse(folder));
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
    return done;
  },
  /** Takes guides out of their folders, one after the other. @returns those that are in no folder now */
  takeGuidesOut: async (ids: readonly string[]): Promise<readonly string[]> => {
    const done: string[] = [];
    for (const id of ids) {
      const folderId = folderOf(id);
      if (folderId !== undefined) await libraryChanges.removeFromFolder(id, folderId);
      done.push(id);
    }
    return done;
  },
  createFolder: async (name: string, idempotencyKey: string): Promise<Folder> => {
    const folder = await call(calls.createFolder, { body: { name }, idempotencyKey });
    listCache.prepend(folderLists, folder);
    // Removes the folder from searches that it does not match.
    void queryClient.invalidateQueries({ queryKey: folderLists });
    void refreshLimits();
    return folder;
  },
  renameFolder: async (id: string, name: string): Promise<void> => {
    listCache.replace(folderLists, await call(calls.renameFolder, { path: { id }, body: { name } }));
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
  },
  deleteFolder: async (id: string): Promise<void> => {
    await change(
      () => removeFolder(id),
      () => call(calls.deleteFolder, { path: { id } }),
    );
    // A list that was read during the call may contain it again.
    removeFolder(id);
    queryClient.removeQueries({ queryKey: folderKey(id) });
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.studyMaterials, 'one'] });
    void refreshLimits();
  },
  addToFolder: async (guideId: string, folderId: string): Promise<void> => {
    // Without a session this call fails before anything is sent or shown.
    if (getSession().token === undefined) throw new ApiError({ status: 401, code: 'no_token', msg: 'No authentication token found' });
    const folder = await change(
      () => moveGuide(guideId, folderOf(guideId), folderId),
      () => call(calls.addToFolder, { path: { id: folderId }, body: { materialId: guideId } }),
    );
    listCache.replace(folderLists, folder);
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
  },
  removeFromFolder: async (guideId: string, folderId: string): Promise<void> => {
    const folder = await change(
      () => moveGuide(guideId, folderId, undefined),
      () => call(calls.removeFromFolder, { path: { id: folderId, materialId: guideId } }),
    );
    listCache.replace(folderLists, folder);
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
  },
};
