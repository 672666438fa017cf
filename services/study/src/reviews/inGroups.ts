import { maybeYield } from '@lectern/document-store';

/** Writes that are made concurrently. */
const groupSize = 50;

/** Does something with each of many documents, up to 50 concurrently, and yields in between. */
export const inGroups = async <T>(all: readonly T[], each: (one: T) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < all.length; index += groupSize)
    await Promise.all(
      all.slice(index, index + groupSize).map(async (one) => {
        await maybeYield();
        await each(one);
      }),
    );
};
