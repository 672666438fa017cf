import type { GuideMastery } from '@lectern/contracts';
import { useQuery } from '@tanstack/react-query';
import { call, loadOwnCalls } from './httpClient';
import { queryClient, queryKeys } from './queryClient';

/** The maximum number of guides per call. */
const guidesPerCall = 100;

const readMastery = async (ids: readonly string[], signal: AbortSignal): Promise<Map<string, GuideMastery>> => {
  const { listMastery } = await loadOwnCalls();
  const all: GuideMastery[] = [];
  for (let from = 0; from < ids.length; from += guidesPerCall) {
    const studyMaterialId = ids.slice(from, from + guidesPerCall).join(',');
    all.push(...(await call(listMastery, { query: { studyMaterialId }, signal, hasOwnProgress: true })));
  }
  return new Map(all.map((mastery) => [mastery.studyMaterialId, mastery]));
};

/**
 * How well guides are known, by their ids. Where it cannot be read the figure is left out, without an error.
 *
 * @example const mastery = useMastery([guide._id]).data?.get(guide._id);
 */
export const useMastery = (studyMaterialIds: readonly string[]) => {
  const ids = [...new Set(studyMaterialIds)].sort();
  return useQuery({
    queryKey: [...queryKeys.mastery, ...ids],
    queryFn: ({ signal }) => readMastery(ids, signal),
    enabled: ids.length > 0,
    retry: false,
    // A day, an edit or an answer on another device changes it.
    staleTime: 0,
  });
};

/** Refetches the mastery on screen, after answers and changes of items. */
export const reloadMastery = (): void => {
  void queryClient.invalidateQueries({ queryKey: queryKeys.mastery });
};
