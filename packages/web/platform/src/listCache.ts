import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './queryClient';

interface Identified {
  _id: string;
}

interface Pages<Item> {
  pages: readonly { items: readonly Item[] }[];
}

const isPages = <Item>(data: unknown): data is Pages<Item> =>
  typeof data === 'object' && data !== null && Array.isArray((data as { pages?: unknown }).pages);

/** The pages of a cached list: an array counts as one page, an infinite query has several. Undefined for other data. */
const pagesOf = <Item>(data: unknown): readonly (readonly Item[])[] | undefined => {
  if (Array.isArray(data)) return [data as readonly Item[]];
  return isPages<Item>(data) ? data.pages.map(({ items }) => items) : undefined;
};

const withPages = <Item>(data: unknown, pages: readonly (readonly Item[])[]): unknown =>
  isPages<Item>(data) ? { ...data, pages: data.pages.map((page, index) => ({ ...page, items: pages[index] ?? [] })) } : pages[0];

/** Reverts one change of the cache. Later changes are kept. */
export type Rollback = () => void;

/** Reverts several changes, the last one first. */
export const rollbackAll =
  (changes: readonly Rollback[]): Rollback =>
  () => {
    for (const rollback of changes.toReversed()) rollback();
  };

const putBack = <Item extends Identified>(data: unknown, { page, index, item }: { page: number; index: number; item: Item }): unknown => {
  const pages = pagesOf<Item>(data);
  if (!pages) return data;
  const isThere = pages.some((items) => items.some(({ _id }) => _id === item._id));
  const formerPage = Math.min(page, pages.length - 1);
  return withPages(
    data,
    pages.map((items, number) => {
      if (isThere) return items.map((other) => (other._id === item._id ? item : other));
      return number === formerPage ? items.toSpliced(Math.min(index, items.length), 0, item) : items;
    }),
  );
};

/**
 * Changes items in every list below a key. Removes an item if `change` returns undefined.
 *
 * @returns a rollback that restores exactly these items, each at its former place
 */
const edit = <Item extends Identified>(
  queryKey: QueryKey,
  isMeant: (item: Item) => boolean,
  change: (item: Item) => Item | undefined,
): Rollback => {
  const before: { key: QueryKey; page: number; index: number; item: Item }[] = [];
  for (const [key, data] of queryClient.getQueriesData<unknown>({ queryKey })) {
    const pages = pagesOf<Item>(data);
    if (!pages?.some((items) => items.some(isMeant))) continue;
    pages.forEach((items, page) => {
      items.forEach((item, index) => {
        if (isMeant(item)) before.push({ key, page, index, item });
      });
    });
    const changed = pages.map((items) => items.flatMap((item) => (isMeant(item) ? (change(item) ?? []) : [item])));
    queryClient.setQueryData(key, withPages(data, changed));
  }
  return () => {
    for (const { key, ...former } of before) queryClient.setQueryData<unknown>(key, (data: unknown) => putBack(data, former));
  };
};

/** Edits cached lists immediately, without a call. */
export const listCache = {
  edit,
  /** Adds a new item at the front. */
  prepend: <Item extends Identified>(queryKey: QueryKey, item: Item): void => {
    queryClient.setQueriesData<unknown>({ queryKey }, (data: unknown) => {
      const pages = pagesOf<Item>(data)?.map((items) => items.filter(({ _id }) => _id !== item._id));
      return pages ? withPages(data, [[item, ...(pages[0] ?? [])], ...pages.slice(1)]) : data;
    });
  },
  replace: <Item extends Identified>(queryKey: QueryKey, item: Item): Rollback =>
    edit<Item>(
      queryKey,
      ({ _id }) => _id === item._id,
      () => item,
    ),
  remove: (queryKey: QueryKey, id: string): Rollback =>
    edit(
      queryKey,
      ({ _id }) => _id === id,
      () => undefined,
    ),
};

/**
 * Shows a change before the server has responded, and rolls it back if the call fails.
 *
 * @param keys the lists that the change affects; their running refetches are cancelled, because they would restore the former state, but
 *   first reads are not
 * @param show edits the cache
 * @throws the error of `work`, after the rollback
 * @example
 * await optimistically(
 *   [queryKeys.quizzes],
 *   () => listCache.remove(queryKeys.quizzes, id),
 *   () => call(calls.deleteQuiz, { path: { id } }),
 * );
 */
export const optimistically = async <Result>(
  keys: readonly QueryKey[],
  show: () => Rollback,
  work: () => Promise<Result>,
): Promise<Result> => {
  const isRefetch = { predicate: ({ state }: { state: { data: unknown } }) => state.data !== undefined };
  await Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey, ...isRefetch }, { silent: true })));
  const rollback = show();
  try {
    return await work();
  } catch (error) {
    rollback();
    throw error;
  }
};
