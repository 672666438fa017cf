import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

/** What the library tells of a guide. */
export type SourceNews = { title: string; version: number } | 'deleted';

const batch = 200;

/** Takes over the guide's new title, or that it is gone, in everything that was made from it. An older title changes nothing. */
export async function followSource<T extends OwnedResource>(
  things: OwnedResources<T>,
  userId: string,
  studyMaterialId: string,
  news: SourceNews,
): Promise<void> {
  const set =
    news === 'deleted' ? { isSourceDeleted: true as const } : { studyMaterialTitle: news.title, studyMaterialVersion: news.version };
  for (let after: string | undefined; ;) {
    const made = await things.find('byMaterial', {
      equals: { userId, studyMaterialId },
      limit: batch,
      ...(after !== undefined && { after }),
    });
    for (const each of made) {
      const isKnown = news === 'deleted' ? each.isSourceDeleted : each.studyMaterialVersion >= news.version;
      if (!isKnown) await things.update(each._id, { set, increment: { revision: 1 } });
    }
    after = made.at(-1)?._id;
    if (made.length < batch) return;
  }
}
