import { calls, type Folder, type FolderDetail, type StudyMaterial, type StudyMaterialListItem } from '@lectern/contracts';
import { ApiError, call, callPage, listCache, queryKeys, refreshLimits, type Page } from '@lectern/platform';
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';

/** Where the guides' lists stand in the cache, apart from single guides. */
const guideLists = [...queryKeys.studyMaterials, 'list'];
const folderLists = [...queryKeys.folders, 'list'];

/** Pages of guides, newest first, filtered by the service. */
export const useGuides = (q: string) =>
  useInfiniteQuery({
    queryKey: [...guideLists, { q }],
    queryFn: ({ pageParam, signal }) =>
      callPage(calls.listStudyMaterials, { query: { ...(q && { q }), ...(pageParam !== undefined && { after: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

export const useGuide = (id: string) =>
  useQuery({
    queryKey: [...queryKeys.studyMaterials, 'one', id],
    queryFn: ({ signal }) => call(calls.getStudyMaterial, { path: { id }, signal }),
  });

export const useFolders = (q = '') =>
  useInfiniteQuery({
    queryKey: [...folderLists, { q }],
    queryFn: ({ pageParam, signal }) =>
      callPage(calls.listFolders, { query: { ...(q && { q }), ...(pageParam !== undefined && { after: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

export const useFolder = (id: string) =>
  useQuery({ queryKey: [...queryKeys.folders, 'one', id], queryFn: ({ signal }) => call(calls.getFolder, { path: { id }, signal }) });

/** Every item of an infinite query's pages. */
export const itemsOf = <Item>(data: InfiniteData<Page<Item[]>> | undefined): Item[] => data?.pages.flatMap((page) => page.items) ?? [];

export const isAbsent = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Errors that the upgrade modal answers are not shown in the page, too. */
export const isUpgradeRequired = (error: unknown): boolean => error instanceof ApiError && error.upgradeRequired;

/** A guide as lists show it. */
const asListItem = ({
  _id,
  title,
  stylePreference,
  processedContent,
  folderId,
  generatedBy,
  createdAt,
}: StudyMaterial): StudyMaterialListItem => ({
  _id,
  title,
  stylePreference,
  processedContent: { overview: processedContent.overview },
  preview: processedContent.overview,
  folderId,
  generatedBy,
  createdAt,
});

/** Changes that the lists in the cache follow at once (specification, section 4). */
export const useLibraryChanges = () => {
  const client = useQueryClient();
  const updateDetail = (id: string, change: (folder: FolderDetail) => FolderDetail) => {
    client.setQueryData<FolderDetail>([...queryKeys.folders, 'one', id], (folder) => folder && change(folder));
  };
  /** The folder's list and count, and the guide's folder. */
  const moved = (guideId: string, folder: Folder, folderId: string | null) => {
    listCache.replace(folderLists, folder);
    client.setQueriesData<InfiniteData<Page<StudyMaterialListItem[]>>>(
      { queryKey: guideLists },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((guide) => (guide._id === guideId ? { ...guide, folderId } : guide)),
          })),
        },
    );
    // The folder that the guide came from, and details that show it, are read again.
    void client.invalidateQueries({ queryKey: queryKeys.folders });
  };
  return {
    guideCreated: (guide: StudyMaterial) => {
      listCache.prepend(queryKeys.studyMaterials, asListItem(guide));
      // The service's own preview, and searches that it does not fit, follow.
      void client.invalidateQueries({ queryKey: queryKeys.studyMaterials });
      void refreshLimits();
    },
    deleteGuide: async (id: string) => {
      await call(calls.deleteStudyMaterial, { path: { id } });
      listCache.remove(queryKeys.studyMaterials, id);
      client.removeQueries({ queryKey: [...queryKeys.studyMaterials, 'one', id] });
      void client.invalidateQueries({ queryKey: queryKeys.folders });
      void refreshLimits();
    },
    createFolder: async (name: string, idempotencyKey: string) => {
      const folder = await call(calls.createFolder, { body: { name }, idempotencyKey });
      listCache.prepend(folderLists, folder);
      void refreshLimits();
      return folder;
    },
    deleteFolder: async (id: string) => {
      await call(calls.deleteFolder, { path: { id } });
      listCache.remove(folderLists, id);
      client.removeQueries({ queryKey: [...queryKeys.folders, 'one', id] });
      void client.invalidateQueries({ queryKey: guideLists });
      void refreshLimits();
    },
    addToFolder: async (guideId: string, folderId: string) => {
      moved(guideId, await call(calls.addToFolder, { path: { id: folderId }, body: { materialId: guideId } }), folderId);
    },
    removeFromFolder: async (guideId: string, folderId: string) => {
      const folder = await call(calls.removeFromFolder, { path: { id: folderId, materialId: guideId } });
      updateDetail(folderId, (detail) => ({
        ...detail,
        studyMaterials: folder.studyMaterials,
        studyMaterialCount: folder.studyMaterialCount,
        materials: detail.materials.filter((guide) => guide._id !== guideId),
      }));
      moved(guideId, folder, null);
    },
  };
};
