import type { Page } from './route.ts';

export const largestPage = 100;

/**
 * Reads one more than a page holds, so that the cursor of the next page is given only when there is one.
 * @param read - reads at most so many documents
 */
export async function readPage<T extends { _id: string }>(
  limit: number | undefined,
  read: (limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const size = limit ?? largestPage;
  const found = await read(size + 1);
  const items = found.slice(0, size);
  return { items, next: found.length > size ? items.at(-1)?._id : undefined };
}

/**
 * The same of a search, which answers ids: what is gone by the time that it is read is left out, and the next page begins where this one ends.
 * @param search - finds at most so many
 */
export async function readFoundPage<T>(
  limit: number | undefined,
  search: (limit: number) => Promise<string[]>,
  read: (ids: readonly string[]) => Promise<T[]>,
): Promise<Page<T>> {
  const page = await readPage(limit, async (size) => (await search(size)).map((_id) => ({ _id })));
  return { ...page, items: await read(page.items.map(({ _id }) => _id)) };
}
