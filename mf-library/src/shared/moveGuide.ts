import type { Folder, FolderDetail, StudyMaterial, StudyMaterialListItem } from '@lectern/contracts';
import { itemsOf, listCache, queryClient, queryKeys, rollbackAll, type Page, type Rollback } from '@lectern/platform';
import type { InfiniteData } from '@lectern/platform/query';
import { asListItem } from './asListItem';
import { folderKey, folderLists, guideKey, guideLists } from './libraryKeys';

const withGuide = <Some extends Folder>(folder: Some, guideId: string): Some =>
  folder.studyMaterials.includes(guideId)
    ? folder
    : { ...folder, studyMaterials: [guideId, ...folder.studyMaterials], studyMaterialCount: folder.studyMaterialCount + 1 };

const withoutGuide = <Some extends Folder>(folder: Some, guideId: string): Some =>
  folder.studyMaterials.includes(guideId)
    ? {
        ...folder,
        studyMaterials: folder.studyMaterials.filter((id) => id !== guideId),
        studyMaterialCount: folder.studyMaterialCount - 1,
      }
    : folder;

/** Updates a folder's cached page: its list, its count, and the guide's card. */
const editFolderPage = (id: string, change: (folder: FolderDetail) => FolderDetail): void => {
  queryClient.setQueryData<FolderDetail>(folderKey(id), (folder) => folder && change(folder));
};

const addToPage = (folderId: string, guideId: string, guide: StudyMaterialListItem | undefined): void => {
  editFolderPage(folderId, (folder) => ({
    ...withGuide(folder, guideId),
    materials:
      guide && !folder.materials.some(({ _id }) => _id === guideId)
        ? [...folder.materials, { ...guide, folderId }].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
        : folder.materials,
  }));
};

const removeFromPage = (folderId: string, guideId: string): void => {
  editFolderPage(folderId, (folder) => ({
    ...withoutGuide(folder, guideId),
    materials: folder.materials.filter(({ _id }) => _id !== guideId),
  }));
};

/** Looks a guide up in all cached lists and pages. */
export const cachedGuide = (guideId: string): StudyMaterialListItem | undefined => {
  const whole = queryClient.getQueryData<StudyMaterial>(guideKey(guideId));
  const isMeant = ({ _id }: StudyMaterialListItem): boolean => _id === guideId;
  return (
    queryClient
      .getQueriesData<InfiniteData<Page<StudyMaterialListItem[]>>>({ queryKey: guideLists })
      .flatMap(([, data]) => itemsOf(data))
      .find(isMeant) ??
    queryClient
      .getQueriesData<FolderDetail>({ queryKey: [...queryKeys.folders, 'one'] })
      .flatMap(([, folder]) => folder?.materials ?? [])
      .find(isMeant) ??
    (whole && asListItem(whole))
  );
};

/** Sets the folder of a guide wherever the guide itself is cached. */
const setFolderOfGuide = (guideId: string, from: string | undefined, to: string | undefined): Rollback => {
  const setOnPage = (folderId: string | undefined): void => {
    queryClient.setQueryData<StudyMaterial>(guideKey(guideId), (whole) => whole && { ...whole, folderId: folderId ?? null });
  };
  const rollbackLists = listCache.edit<StudyMaterialListItem>(
    queryKeys.studyMaterials,
    ({ _id }) => _id === guideId,
    (item) => ({ ...item, folderId: to ?? null }),
  );
  setOnPage(to);
  return rollbackAll([
    rollbackLists,
    () => {
      setOnPage(from);
    },
  ]);
};

const editFolderLists = (folderId: string, change: (folder: Folder) => Folder): Rollback =>
  listCache.edit<Folder>(folderLists, ({ _id }) => _id === folderId, change);

/** Moves a guide between folders in every cached list and page. Undefined means no folder. */
export const moveGuide = (guideId: string, from: string | undefined, to: string | undefined): Rollback => {
  const guide = cachedGuide(guideId);
  const changes = [setFolderOfGuide(guideId, from, to)];
  if (from !== undefined) {
    changes.push(editFolderLists(from, (folder) => withoutGuide(folder, guideId)));
    removeFromPage(from, guideId);
    changes.push(() => {
      addToPage(from, guideId, guide);
    });
  }
  if (to !== undefined) {
    changes.push(editFolderLists(to, (folder) => withGuide(folder, guideId)));
    addToPage(to, guideId, guide);
    changes.push(() => {
      removeFromPage(to, guideId);
    });
  }
  return rollbackAll(changes);
};
