/** Documents of one read. */
const batch = 200;

/** Reads every page of an index whose last field is the id. @param page - reads the documents after an id */
export const readAll = async <T extends { _id: string }>(
  page: (paging: { limit: number; after?: string }) => Promise<T[]>,
): Promise<T[]> => {
  const all: T[] = [];
  for (let after: string | undefined; ;) {
    const found = await page({ limit: batch, ...(after !== undefined && { after }) });
    all.push(...found);
    if (found.length < batch) return all;
    after = found.at(-1)?._id;
  }
};
