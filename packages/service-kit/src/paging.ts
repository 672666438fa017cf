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
