import { useInfiniteQuery, type InfiniteData, type QueryKey, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from './httpClient';

/** The query of a list call for one page: a search text, and the cursor that the page before ended with. */
export interface PageQuery {
  q?: string;
  after?: string;
}

export interface PagedListOptions<Item> {
  /** The lists' name in the cache. Each search is cached on its own below it, so that `listCache` reaches all of them. */
  queryKey: QueryKey;
  /** Reads one page: `callPage(calls.listQuizzes, { query: { limit: 30, ...page }, signal })`. */
  read: (page: PageQuery, signal: AbortSignal) => Promise<Page<Item[]>>;
  /** The search text; everything without one. */
  q?: string;
  isEnabled?: boolean;
}

export interface PagedList<Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item[]>>>;
  /** The items of all pages that were read so far. The same array until they change. */
  items: readonly Item[];
}

const pageQuery = (q: string, after: string | undefined): PageQuery => ({ ...(q && { q }), ...(after !== undefined && { after }) });

/** Every item of an infinite query's pages. */
export const itemsOf = <Item>(data: InfiniteData<Page<Item[]>> | undefined): Item[] => data?.pages.flatMap((page) => page.items) ?? [];

/** A list that is read page by page, newest first. While a changed search is under way, the former result stays as placeholder data. */
export const usePagedList = <Item>({ queryKey, read, q = '', isEnabled = true }: PagedListOptions<Item>): PagedList<Item> => {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, { q }],
    queryFn: ({ pageParam, signal }) => read(pageQuery(q, pageParam), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: (former) => former,
    enabled: isEnabled,
  });
  const items = useMemo(() => itemsOf(query.data), [query.data]);
  return { query, items };
};

/** Every item of a list, page after page. */
export const readAllPages = async <Item>(read: (page: PageQuery) => Promise<Page<Item[]>>): Promise<Item[]> => {
  const items: Item[] = [];
  let after: string | undefined;
  do {
    const page = await read(pageQuery('', after));
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
};
