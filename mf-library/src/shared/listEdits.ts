import type { QueryClient, QueryKey } from '@lectern/platform/query';

interface Identified {
  _id: string;
}

/** A list in the cache is an array, or the pages of an infinite query. */
const pagesOf = <Item>(data: unknown): readonly (readonly Item[])[] | undefined => {
  if (Array.isArray(data)) return [data as Item[]];
  const pages = (data as { pages?: unknown } | null | undefined)?.pages;
  return Array.isArray(pages) ? (pages as { items: readonly Item[] }[]).map(({ items }) => items) : undefined;
};

const withPages = <Item>(data: unknown, pages: readonly (readonly Item[])[]): unknown =>
  Array.isArray(data)
    ? pages[0]
    : {
        ...(data as object),
        pages: (data as { pages: readonly object[] }).pages.map((page, index) => ({ ...page, items: pages[index] })),
      };

/** Takes one change back; others that came after it stay. */
export type TakeBack = () => void;

/** Runs several, the last change first. */
export const takeBackAll =
  (changes: readonly TakeBack[]): TakeBack =>
  () => {
    for (const change of changes.toReversed()) change();
  };

/**
 * Changes some items of every list below a key, or takes them out (`change` answers undefined).
 *
 * @returns what puts exactly these items back, each where it was.
 */
export const editLists = <Item extends Identified>(
  client: QueryClient,
  queryKey: QueryKey,
  isMeant: (item: Item) => boolean,
  change: (item: Item) => Item | undefined,
): TakeBack => {
  const before: { key: QueryKey; page: number; index: number; item: Item }[] = [];
  for (const [key, data] of client.getQueriesData<unknown>({ queryKey })) {
    const pages = pagesOf<Item>(data);
    if (!pages?.some((items) => items.some(isMeant))) continue;
    pages.forEach((items, page) => {
      items.forEach((item, index) => {
        if (isMeant(item)) before.push({ key, page, index, item });
      });
    });
    client.setQueryData(
      key,
      withPages(
        data,
        pages.map((items) => (items.some(isMeant) ? items.flatMap((item) => (isMeant(item) ? (change(item) ?? []) : [item])) : items)),
      ),
    );
  }
  return () => {
    for (const { key, page, index, item } of before)
      client.setQueryData<unknown>(key, (data: unknown) => {
        const pages = pagesOf<Item>(data);
        if (!pages) return data;
        const isThere = pages.some((items) => items.some(({ _id }) => _id === item._id));
        const at = Math.min(page, pages.length - 1);
        return withPages(
          data,
          pages.map((items, number) => {
            if (isThere) return items.map((other) => (other._id === item._id ? item : other));
            return number === at ? items.toSpliced(Math.min(index, items.length), 0, item) : items;
          }),
        );
      });
  };
};
