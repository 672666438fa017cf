import { giveWay } from '@lectern/document-store';

/** Writes that are made concurrently. */
const groupSize = 50;

/** Does something with each of many documents, some of them side by side. Others go first in between. */
export const inGroups = async <T>(all: readonly T[], each: (one: T) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < all.length; index += groupSize)
    await Promise.all(
      all.slice(index, index + groupSize).map(async (one) => {
        await giveWay();
        await each(one);
      }),
    );
};
