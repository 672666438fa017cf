import { maybeYield } from '@lectern/document-store';

/** The number of documents per read. */
const batch = 200;

type ReadPage<T> = (paging: { limit: number; after?: string }) => Promise<T[]>;

/** Yields the pages of an index whose last field is the id. @param page - reads the documents after an id */
export async function* readPages<T extends { _id: string }>(page: ReadPage<T>, limit = batch): AsyncIterable<T[]> {
  for (let after: string | undefined; ;) {
    const found = await page({ limit, ...(after !== undefined && { after }) });
    yield found;
    if (found.length < limit) return;
    after = found.at(-1)?._id;
  }
}

/** Reads every page of an index whose last field is the id. @param page - reads the documents after an id */
export const readAll = async <T extends { _id: string }>(page: ReadPage<T>, limit = batch): Promise<T[]> => {
  const all: T[] = [];
  for await (const found of readPages(page, limit)) all.push(...found);
  return all;
};

/** The number of concurrent writes. */
const groupSize = 50;

/** Runs a task for each of many documents, up to 50 concurrently, and yields in between. */
export const inGroups = async <T>(all: readonly T[], each: (one: T) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < all.length; index += groupSize)
    await Promise.all(
      all.slice(index, index + groupSize).map(async (one) => {
        await maybeYield();
        await each(one);
      }),
    );
};
