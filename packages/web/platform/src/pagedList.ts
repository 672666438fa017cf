import { useInfiniteQuery, type InfiniteData, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from './httpClient';

/** The query of a list call for one page: a search text, and the cursor from the previous page. */
export interface PageQuery {
  q?: string;
  after?: string;
  limit?: number;
}

/** A sort order other than the service's. */
export interface ListOrder<Item> {
  /** The name in the cache key and in the address: 'title'. */
  name: string;
  compare: (one: Item, other: Item) => number;
}

export interface PagedListOptions<Item> {
  /** The key prefix of the cached lists. Each search has its own entry below it, so that `listCache` reaches all of them. */
  queryKey: QueryKey;
  /** Reads one page: `callPage(calls.listQuizzes, { query: { limit: 30, ...page }, signal })`. */
  read: (page: PageQuery, signal: AbortSignal) => Promise<Page<Item[]>>;
  /** The search text. Empty matches everything. */
  q?: string;
  isEnabled?: boolean;
  /** Undefined is the service's order, newest first. For another order, all pages are read first. Must be a stable object. */
  order?: ListOrder<Item> | undefined;
}

export interface PagedList<Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item[]>>>;
  /** The items of all pages read so far. The same array until they change. */
  items: readonly Item[];
}

/** The maximum page size of the API. */
const largestPage = 100;

const pageQuery = (q: string, after: string | undefined): PageQuery => ({ ...(q && { q }), ...(after !== undefined && { after }) });

/** All items of an infinite query's pages. */
export const itemsOf = <Item>(data: InfiniteData<Page<Item[]>> | undefined): Item[] => data?.pages.flatMap((page) => page.items) ?? [];

/** Reads all items of a list, page by page. */
export const readAllPages = async <Item>(read: (page: PageQuery) => Promise<Page<Item[]>>, q = ''): Promise<Item[]> => {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const page = await read(pageQuery(q, after));
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
};

/**
 * A list that is read page by page, newest first, or in full for another order. While a changed search loads, the previous result stays as
 * placeholder data.
 *
 * @example
 * const useFolders = (q: string, order?: ListOrder<Folder>): PagedList<Folder> =>
 *   usePagedList({ queryKey: folderLists, read: (page, signal) => callPage(calls.listFolders, { query: page, signal }), q, order });
 */
export const usePagedList = <Item>({ queryKey, read, q = '', isEnabled = true, order }: PagedListOptions<Item>): PagedList<Item> => {
  const query = useInfiniteQuery({
    // All orders but the service's share one cached list.
    queryKey: [...queryKey, order ? { q, isWhole: true } : { q }],
    queryFn: async ({ pageParam, signal }): Promise<Page<Item[]>> =>
      order
        ? { items: await readAllPages((page) => read({ limit: largestPage, ...page }, signal), q), next: undefined }
        : read(pageQuery(q, pageParam), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (former) => former,
    enabled: isEnabled,
  });
  const items = useMemo(() => {
    const all = itemsOf(query.data);
    return order ? all.sort(order.compare) : all;
  }, [query.data, order]);
  return { query, items };
};
