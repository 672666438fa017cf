import type { MadeThing, MadeThings } from './MadeThing.ts';

/** What the library tells of a guide. */
export type SourceNews = { title: string; version: number } | 'deleted';

const batch = 200;

/**
 * Takes over the guide's new title, or that it is gone, in everything that was made from it. An older title changes nothing.
 * @param turn - resolves when the next one may be written: that of a large one takes a good part of a second
 */
export async function followSource<T extends MadeThing>(
  things: MadeThings<T>,
  userId: string,
  studyMaterialId: string,
  news: SourceNews,
  turn: () => Promise<void>,
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
      await turn();
      // By a guard: the same news, or newer ones, may be on their way at the same time.
      await things.update(id, { set, increment: { revision: 1 } }, isNews);
    }
    after = made.at(-1);
    if (made.length < batch) return;
  }
}
