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

/** A list in the cache is an array, or the pages of an infinite query. `isFirst`: new things go there only. */
const update = <Item extends Identified>(
  queryKey: QueryKey,
  change: (items: readonly Item[], isFirst: boolean) => readonly Item[],
): void => {
  queryClient.setQueriesData<unknown>({ queryKey }, (data: unknown) => {
    if (Array.isArray(data)) return change(data as readonly Item[], true);
    if (isPages<Item>(data))
      return { ...data, pages: data.pages.map((page, index) => ({ ...page, items: change(page.items, index === 0) })) };
    return data;
  });
};

/** Lists in the cache follow a change at once (specification, section 4), with no call in between. */
export const listCache = {
  /** New things go to the front. */
  prepend: <Item extends Identified>(queryKey: QueryKey, item: Item): void => {
    update<Item>(queryKey, (items, isFirst) => [...(isFirst ? [item] : []), ...items.filter(({ _id }) => _id !== item._id)]);
  },
  replace: <Item extends Identified>(queryKey: QueryKey, item: Item): void => {
    update<Item>(queryKey, (items) => items.map((other) => (other._id === item._id ? item : other)));
  },
  remove: (queryKey: QueryKey, id: string): void => {
    update(queryKey, (items) => items.filter(({ _id }) => _id !== id));
  },
};
