import { calls, type Folder, type StudyMaterialListItem } from '@lectern/contracts';
import { call, callPage, isAbsent, usePagedList, type ListOrder, type PagedList } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { useEffect } from 'react';
import { isGrowing } from '../guides/growthState';
import { libraryChanges } from './libraryChanges';
import { folderKey, folderLists, guideKey, guideLists, marksKey, versionsKey } from './libraryKeys';

/** Guides, filtered by the service. */
export const useGuides = (q: string, order: ListOrder<StudyMaterialListItem> | undefined): PagedList<StudyMaterialListItem> =>
  usePagedList({
    queryKey: guideLists,
    read: (page, signal) => callPage(calls.listStudyMaterials, { query: page, signal }),
    q,
    order,
  });

export const useGuide = (id: string) =>
  useQuery({
    queryKey: guideKey(id),
    queryFn: ({ signal }) => call(calls.getStudyMaterial, { path: { id }, signal }),
  });

/** The polling interval while sections are being written. Milliseconds. */
const pollMs = 4_000;

/** Polls a guide whose sections are still being written, for its card. Also updates the cached lists. */
export const useGrowingGuide = (id: string) =>
  useQuery({
    queryKey: guideKey(id),
    queryFn: async ({ signal }) => {
      const guide = await call(calls.getStudyMaterial, { path: { id }, signal });
      libraryChanges.guideGrown(guide);
      return guide;
    },
    refetchInterval: ({ state: { data, error } }) => (data === undefined || isGrowing(data)) && !isAbsent(error) && pollMs,
  });

/** The material's text on a slide or around a paragraph. A source never changes, so it is cached forever. */
export const usePassages = (id: string, { kind, number }: { kind: 'slide' | 'paragraph'; number: number }) =>
  useQuery({
    queryKey: [...guideKey(id), 'passages', kind, number],
    queryFn: ({ signal }) =>
      call(calls.listPassages, { path: { id }, query: kind === 'slide' ? { slide: number } : { paragraph: number }, signal }),
    staleTime: Infinity,
  });

/** The earlier versions of a guide. Refetched each time they are shown. */
export const useVersions = (id: string) =>
  useQuery({
    queryKey: versionsKey(id),
    queryFn: ({ signal }) => call(calls.listVersions, { path: { id }, signal }),
    staleTime: 0,
  });

/** The learner's highlights and notes on a guide. */
export const useMarks = (id: string) =>
  useQuery({ queryKey: marksKey(id), queryFn: ({ signal }) => call(calls.listMarks, { path: { id }, signal }) });

/** Folders, filtered by the service. */
export const useFolders = (q = '', order?: ListOrder<Folder>): PagedList<Folder> =>
  usePagedList({ queryKey: folderLists, read: (page, signal) => callPage(calls.listFolders, { query: page, signal }), q, order });

/** Loads all folders, page by page, for menus. */
export const useAllFolders = (): readonly Folder[] => {
  const { query, items } = useFolders();
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isMore = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isMore) void fetchNextPage();
  }, [isMore, fetchNextPage]);
  return items;
};

export const useFolder = (id: string) =>
  useQuery({ queryKey: folderKey(id), queryFn: ({ signal }) => call(calls.getFolder, { path: { id }, signal }) });
