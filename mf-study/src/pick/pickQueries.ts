import { calls } from '@lectern/contracts';
import { call, callPage, queryKeys, type Page } from '@lectern/platform';
import { useInfiniteQuery, useQuery } from '@lectern/platform/query';
import type { Suggestion } from '@lectern/contracts';

/** Suggestions per page: more than fit on a screen, so that the next page arrives before it is needed. */
const pageSize = 50;

/** A guide. Already cached if the learner comes from its page. */
export const useGuide = (id: string) =>
  useQuery({
    queryKey: [...queryKeys.studyMaterials, 'one', id],
    queryFn: ({ signal }) => call(calls.getStudyMaterial, { path: { id }, signal }),
  });

/** The suggestions of a guide, page by page. Refetched on each visit, but not during it. */
export const useSuggestions = (id: string) =>
  useInfiniteQuery({
    queryKey: [...queryKeys.studyMaterials, 'suggestions', id],
    queryFn: ({ pageParam, signal }): Promise<Page<Suggestion[]>> =>
      callPage(calls.listSuggestions, {
        path: { id },
        query: { limit: pageSize, ...(pageParam !== undefined && { after: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
    gcTime: 0,
  });
