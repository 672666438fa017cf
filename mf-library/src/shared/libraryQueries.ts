import { calls, type Folder, type FolderDetail, type StudyMaterial, type StudyMaterialListItem } from '@lectern/contracts';
import { ApiError, call, callPage, getSession, listCache, queryKeys, refreshLimits, type Page } from '@lectern/platform';
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData, type QueryClient, type QueryKey } from '@lectern/platform/query';
import { useEffect, useMemo } from 'react';
import { editLists, takeBackAll, type TakeBack } from './listEdits';

/** Where the guides' lists stand in the cache, apart from single guides. */
const guideLists = [...queryKeys.studyMaterials, 'list'];
const folderLists = [...queryKeys.folders, 'list'];
const guideKey = (id: string): QueryKey => [...queryKeys.studyMaterials, 'one', id];
const folderKey = (id: string): QueryKey => [...queryKeys.folders, 'one', id];

/** Pages of guides, newest first, filtered by the service. What was found before stays on screen until a search has its answer. */
export const useGuides = (q: string) =>
  useInfiniteQuery({
    queryKey: [...guideLists, { q }],
    queryFn: ({ pageParam, signal }) =>
      callPage(calls.listStudyMaterials, { query: { ...(q && { q }), ...(pageParam !== undefined && { after: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (previous) => previous,
  });

export const useGuide = (id: string) =>
  useQuery({
    queryKey: guideKey(id),
    queryFn: ({ signal }) => call(calls.getStudyMaterial, { path: { id }, signal }),
  });

/** Pages of folders, newest first, filtered by the service. */
export const useFolders = (q = '') =>
  useInfiniteQuery({
    queryKey: [...folderLists, { q }],
    queryFn: ({ pageParam, signal }) =>
      callPage(calls.listFolders, { query: { ...(q && { q }), ...(pageParam !== undefined && { after: pageParam }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (previous) => previous,
  });

/** Every folder, page after page: what a menu offers must not end at the first hundred. */
export const useAllFolders = (): readonly Folder[] => {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useFolders();
  const isMore = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isMore) void fetchNextPage();
  }, [isMore, fetchNextPage]);
  return useMemo(() => itemsOf(data), [data]);
};

export const useFolder = (id: string) =>
  useQuery({ queryKey: folderKey(id), queryFn: ({ signal }) => call(calls.getFolder, { path: { id }, signal }) });

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

/** A folder's own page: its list and count, and the guide's card. */
const editFolder = (client: QueryClient, id: string, change: (folder: FolderDetail) => FolderDetail): void => {
  client.setQueryData<FolderDetail>(folderKey(id), (folder) => folder && change(folder));
};
const putIn = (client: QueryClient, folderId: string, guideId: string, guide: StudyMaterialListItem | undefined): void => {
  editFolder(client, folderId, (folder) => ({
    ...withGuide(folder, guideId),
    materials:
      guide && !folder.materials.some(({ _id }) => _id === guideId)
        ? [...folder.materials, { ...guide, folderId }].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
        : folder.materials,
  }));
};
const takeOut = (client: QueryClient, folderId: string, guideId: string): void => {
  editFolder(client, folderId, (folder) => ({
    ...withoutGuide(folder, guideId),
    materials: folder.materials.filter(({ _id }) => _id !== guideId),
  }));
};

/** The guide as some list or page in the cache has it. */
const knownGuide = (client: QueryClient, guideId: string): StudyMaterialListItem | undefined => {
  const whole = client.getQueryData<StudyMaterial>(guideKey(guideId));
  const isIt = ({ _id }: StudyMaterialListItem): boolean => _id === guideId;
  return (
    client
      .getQueriesData<InfiniteData<Page<StudyMaterialListItem[]>>>({ queryKey: guideLists })
      .flatMap(([, data]) => itemsOf(data))
      .find(isIt) ??
    client
      .getQueriesData<FolderDetail>({ queryKey: [...queryKeys.folders, 'one'] })
      .flatMap(([, folder]) => folder?.materials ?? [])
      .find(isIt) ??
    (whole && asListItem(whole))
  );
};

/** Every list and page follows a guide from one folder into another; undefined is no folder. */
const moveGuide = (client: QueryClient, guideId: string, from: string | undefined, to: string | undefined): TakeBack => {
  const guide = knownGuide(client, guideId);
  const setFolder = (folderId: string | null): void => {
    client.setQueryData<StudyMaterial>(guideKey(guideId), (whole) => whole && { ...whole, folderId });
  };
  const changes: TakeBack[] = [
    editLists<StudyMaterialListItem>(
      client,
      queryKeys.studyMaterials,
      ({ _id }) => _id === guideId,
      (item) => ({ ...item, folderId: to ?? null }),
    ),
  ];
  setFolder(to ?? null);
  changes.push(() => {
    setFolder(from ?? null);
  });
  const editCounts = (id: string, change: typeof withGuide<Folder>): TakeBack =>
    editLists<Folder>(
      client,
      folderLists,
      ({ _id }) => _id === id,
      (folder) => change(folder, guideId),
    );
  if (from !== undefined) {
    changes.push(editCounts(from, withoutGuide));
    takeOut(client, from, guideId);
    changes.push(() => {
      putIn(client, from, guideId, guide);
    });
  }
  if (to !== undefined) {
    changes.push(editCounts(to, withGuide));
    putIn(client, to, guideId, guide);
    changes.push(() => {
      takeOut(client, to, guideId);
    });
  }
  return takeBackAll(changes);
};

/** Shows a change before the service has answered, and takes it back when the call fails. */
const optimistically = async <Result>(client: QueryClient, show: () => TakeBack, work: () => Promise<Result>): Promise<Result> => {
  // What is being read again would bring the old state back. What is read for the first time goes on.
  const isReadAgain = { predicate: ({ state }: { state: { data: unknown } }) => state.data !== undefined };
  await Promise.all(
    [queryKeys.studyMaterials, queryKeys.folders].map((queryKey) => client.cancelQueries({ queryKey, ...isReadAgain }, { silent: true })),
  );
  const takeBack = show();
  try {
    return await work();
  } catch (error) {
    takeBack();
    throw error;
  }
};

const libraryChanges = (client: QueryClient) => ({
  guideCreated: (guide: StudyMaterial): void => {
    listCache.prepend(queryKeys.studyMaterials, asListItem(guide));
    // The list opens at its top; further pages come again when they are scrolled to.
    client.setQueriesData<InfiniteData<Page<StudyMaterialListItem[]>>>(
      { queryKey: guideLists },
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    // The service's own preview, and searches that it does not fit, follow.
    void client.invalidateQueries({ queryKey: queryKeys.studyMaterials });
    void refreshLimits();
  },
  deleteGuide: async (id: string): Promise<void> => {
    await optimistically(
      client,
      () => {
        const guide = knownGuide(client, id);
        const folderId = guide?.folderId ?? undefined;
        const back = moveGuide(client, id, folderId, undefined);
        return takeBackAll([
          back,
          editLists<StudyMaterialListItem>(
            client,
            queryKeys.studyMaterials,
            ({ _id }) => _id === id,
            () => undefined,
          ),
        ]);
      },
      () => call(calls.deleteStudyMaterial, { path: { id } }),
    );
    client.removeQueries({ queryKey: guideKey(id) });
    void client.invalidateQueries({ queryKey: [...queryKeys.studyMaterials, 'newest'] });
    void client.invalidateQueries({ queryKey: queryKeys.folders });
    void refreshLimits();
  },
  createFolder: async (name: string, idempotencyKey: string): Promise<Folder> => {
    const folder = await call(calls.createFolder, { body: { name }, idempotencyKey });
    listCache.prepend(folderLists, folder);
    // Searches that it does not fit follow.
    void client.invalidateQueries({ queryKey: folderLists });
    void refreshLimits();
    return folder;
  },
  deleteFolder: async (id: string): Promise<void> => {
    await optimistically(
      client,
      () =>
        takeBackAll([
          editLists<Folder>(
            client,
            folderLists,
            ({ _id }) => _id === id,
            () => undefined,
          ),
          editLists<StudyMaterialListItem>(
            client,
            queryKeys.studyMaterials,
            ({ folderId }) => folderId === id,
            (guide) => ({ ...guide, folderId: null }),
          ),
        ]),
      () => call(calls.deleteFolder, { path: { id } }),
    );
    client.removeQueries({ queryKey: folderKey(id) });
    void client.invalidateQueries({ queryKey: [...queryKeys.studyMaterials, 'one'] });
    void refreshLimits();
  },
  addToFolder: async (guideId: string, folderId: string): Promise<void> => {
    // Specification, section 6: without a session this one fails before anything is sent.
    if (getSession().token === undefined) throw new ApiError({ status: 401, code: 'no_session', msg: 'No authentication token found' });
    const folder = await optimistically(
      client,
      () => moveGuide(client, guideId, knownGuide(client, guideId)?.folderId ?? undefined, folderId),
      () => call(calls.addToFolder, { path: { id: folderId }, body: { materialId: guideId } }),
    );
    listCache.replace(folderLists, folder);
    void client.invalidateQueries({ queryKey: queryKeys.folders });
  },
  removeFromFolder: async (guideId: string, folderId: string): Promise<void> => {
    const folder = await optimistically(
      client,
      () => moveGuide(client, guideId, folderId, undefined),
      () => call(calls.removeFromFolder, { path: { id: folderId, materialId: guideId } }),
    );
    listCache.replace(folderLists, folder);
    void client.invalidateQueries({ queryKey: queryKeys.folders });
  },
});

export type LibraryChanges = ReturnType<typeof libraryChanges>;

/** Changes that the lists in the cache follow at once (specification, section 4). The same object for as long as the page lives. */
export const useLibraryChanges = (): LibraryChanges => {
  const client = useQueryClient();
  return useMemo(() => libraryChanges(client), [client]);
};
