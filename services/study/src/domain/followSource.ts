import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

/** A change of a guide, as the library reports it. */
export type SourceNews = { title: string; version: number } | 'deleted';

const batch = 200;

/**
 * Applies a guide's new title, or its deletion, to all resources made from it. An older title changes nothing.
 * @param large - large fields, which are not read; resources are read one at a time, so that other requests get their turn
 */
export async function followSource<T extends OwnedResource, Large extends Exclude<keyof T & string, '_id'>>(
  resources: OwnedResources<T>,
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
    const made = await resources.findIds('byMaterial', {
      equals: { userId, studyMaterialId },
      limit: batch,
      ...(after !== undefined && { after }),
    });
    for (const id of made) {
      const [known] = (await resources.getManyWithout(large, { userId, ids: [id] })) as unknown as OwnedResource[];
      const isKnown = !known || (news === 'deleted' ? known.isSourceDeleted : known.studyMaterialVersion >= news.version);
      // Guarded, since the same event or a newer one may be handled at the same time.
      if (!isKnown) await resources.update({ userId, _id: id }, { set, increment: { revision: 1 } }, isNews);
    }
    after = made.at(-1);
    if (made.length < batch) return;
  }
}
