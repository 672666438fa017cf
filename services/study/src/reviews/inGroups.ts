import { maybeYield } from '@lectern/document-store';

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
