import type { Page } from './route.ts';

export const largestPage = 100;

/**
 * Reads a page and one more document, so that a cursor is returned only if there is a next page.
 *
 * @param read - reads at most the given number of documents
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
 * Reads a page of a search, which finds ids. Documents that were deleted since are omitted; the next page starts after the last id.
 *
 * @param search - finds at most the given number of ids
 */
export async function readFoundPage<T>(
  limit: number | undefined,
  search: (limit: number) => Promise<string[]>,
  read: (ids: readonly string[]) => Promise<T[]>,
): Promise<Page<T>> {
  const page = await readPage(limit, async (size) => (await search(size)).map((_id) => ({ _id })));
  return { ...page, items: await read(page.items.map(({ _id }) => _id)) };
}

/** Yields all items of a list, a page at a time. @param list - reads the page after a cursor */
export async function* eachOf<T>(list: (after: string | undefined) => Promise<Page<T>>): AsyncIterable<T> {
  for (let after: string | undefined; ;) {
    const { items, next } = await list(after);
    yield* items;
    if (next === undefined) return;
    after = next;
  }
}
