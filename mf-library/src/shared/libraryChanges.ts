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
  // Refetches the service's preview.
  void queryClient.invalidateQueries({ queryKey: guideLists });
  void queryClient.invalidateQueries({ queryKey: versionsKey(guide._id) });
};

/** Mutations of guides and folders. They also update the cached lists. */
export const libraryChanges = {
  guideCreated: (guide: StudyMaterial): void => {
    listCache.prepend(queryKeys.studyMaterials, asListItem(guide));
    // Keeps the first page only. Further pages load again on scroll.
    queryClient.setQueriesData<InfiniteData<Page<StudyMaterialListItem[]>>>(
      { queryKey: guideLists },
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    // Refetches the service's preview, and removes the guide from searches that it does not match.
    void queryClient.invalidateQueries({ queryKey: queryKeys.studyMaterials });
    void refreshLimits();
  },
  /** Call it when the guide's text has changed. */
  guideChanged,
  /** More sections are written. The guide's card shows the progress. */
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
  /** Stops the generation of further sections. Existing ones are kept. */
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
    // A list that was fetched during the call may still contain it.
    removeGuide(id);
    forgetPlace({ kind: 'guide', id });
    queryClient.removeQueries({ queryKey: guideKey(id) });
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.studyMaterials, 'newest'] });
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
    void refreshLimits();
  },
  /** @returns the ids of the deleted guides */
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
  /** Moves guides into a folder. @returns the ids that are now in it */
  moveGuides: async (ids: readonly string[], folderId: string): Promise<readonly string[]> => {
    const { done = [], ...folder } = await call(calls.addToFolder, { path: { id: folderId }, body: { studyMaterialIds: [...ids] } });
    for (const id of done) moveGuide(id, folderOf(id), folderId);
    listCache.replace(folderLists, Folder.parse(folder));
    void queryClient.invalidateQueries({ queryKey: queryKeys.folders });
    return done;
  },
  /** Removes guides from their folders, one after the other. @returns the ids that are now in no folder */
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
    // A list that was fetched during the call may still contain it.
    removeFolder(id);
    queryClient.removeQueries({ queryKey: folderKey(id) });
    void queryClient.invalidateQueries({ queryKey: [...queryKeys.studyMaterials, 'one'] });
    void refreshLimits();
  },
  addToFolder: async (guideId: string, folderId: string): Promise<void> => {
    // Without a session, fail before anything is sent or shown.
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
