import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

/** What the library tells of a guide. */
export type SourceNews = { title: string; version: number } | 'deleted';

const batch = 200;

/**
 * Takes over the guide's new title, or that it is gone, in everything that was made from it. An older title changes nothing.
 * @param large - fields that are not needed to tell what is news to one; those are read one at a time, so that others have their turn
 */
export async function followSource<T extends OwnedResource, Large extends Exclude<keyof T & string, '_id'>>(
  things: OwnedResources<T>,
  userId: string,
  studyMaterialId: string,
  news: SourceNews,
  large: readonly Large[],
): Promise<void> {
  const [set, isNews] =
    news === 'deleted'
      ? [{ isSourceDeleted: true as const }, { equals: { isSourceDeleted: false } }]
      : [{ studyMaterialTitle: news.title, studyMaterialVersion: news.version }, { below: { studyMaterialVersion: news.version } }];
  for (let after: string | undefined; ;) {
    const made = await things.findIds('byMaterial', {
      equals: { userId, studyMaterialId },
      limit: batch,
      ...(after !== undefined && { after }),
    });
    for (const id of made) {
      const [known] = (await things.getManyWithout(large, [id])) as unknown as OwnedResource[];
      const isKnown = !known || (news === 'deleted' ? known.isSourceDeleted : known.studyMaterialVersion >= news.version);
      // By a guard: the same news, or newer ones, may be on their way at the same time.
      if (!isKnown) await things.update(id, { set, increment: { revision: 1 } }, isNews);
    }
    after = made.at(-1);
    if (made.length < batch) return;
  }
}
