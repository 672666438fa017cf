import { pageShowing, placeKindOf, placeOf, type PageBox, type Pointer, type SourcePage } from '@lectern/contracts';
import { useQuery } from '@tanstack/react-query';
import { call, loadOwnCalls } from './httpClient';
import { queryKeys } from './queryClient';

/** A slide or page that shows a passage, with the rectangles of the cited lines. */
export interface ShownPage {
  page: SourcePage;
  boxes: PageBox[];
  /** Fetches a new address after the page's has expired. Resolves to undefined if the page is gone. */
  renew: () => Promise<string | undefined>;
}

/** How long an address is used, in milliseconds. It is valid for an hour at least. */
const addressMs = 45 * 60 * 1000;
/** How long no page counts as the answer, in milliseconds: pages of a new guide are still being made. */
const missingMs = 15 * 1000;

/**
 * The slide or page of a guide's file that shows a cited passage. Undefined without one, and if it cannot be read: then the passage is shown as
 * text alone.
 *
 * @param studyMaterialId - `null` if the guide is unknown
 * @param pointers - of the cited passages of one place; the first one decides which page is shown
 * @example const shown = useSourcePage(guideId, [source.pointer]);
 */
export const useSourcePage = (
  studyMaterialId: string | null,
  pointers: readonly Pointer[],
  { isEnabled = true }: { isEnabled?: boolean } = {},
): ShownPage | 'loading' | undefined => {
  const [pointer] = pointers;
  const query = pointer && (placeKindOf(pointer) === 'slide' ? { slide: placeOf(pointer) } : { paragraph: placeOf(pointer) });
  const { data, isLoading, refetch } = useQuery({
    queryKey: [...queryKeys.studyMaterials, 'pages', studyMaterialId, query],
    queryFn: async ({ signal }) =>
      call((await loadOwnCalls()).listPages, { path: { id: studyMaterialId ?? '' }, query: query ?? {}, signal, hasOwnProgress: true }),
    enabled: isEnabled && studyMaterialId !== null && query !== undefined,
    retry: false,
    staleTime: ({ state }) => (state.data?.length ? addressMs : missingMs),
  });
  const shown = pointer && data && pageShowing(data, pointer);
  if (!shown) return isLoading ? 'loading' : undefined;
  const { page } = shown;
  return {
    page,
    boxes: pointers.flatMap((each) => pageShowing([page], each)?.boxes ?? []),
    renew: async () => (await refetch()).data?.find(({ id }) => id === page.id)?.url,
  };
};
