import type { Collection, Indexes } from '@lectern/document-store';

/** What a quiz or a deck knows of its guide, and what the library tells of it. */
interface FromMaterial {
  _id: string;
  studyMaterialVersion: number;
  isSourceDeleted: boolean;
}
export type SourceNews = { title: string; version: number } | 'deleted';

type Find<T> = (index: string, options: object) => Promise<T[]>;
type Update = (id: string, change: object) => Promise<unknown>;

const batch = 200;

/** Takes over the guide's new title, or that it is gone, in everything that was made from it. An older title changes nothing. */
export async function followSource<T extends FromMaterial>(
  collection: Collection<T, Indexes>,
  userId: string,
  studyMaterialId: string,
  news: SourceNews,
): Promise<void> {
  // Quizzes and decks declare the same fields and indexes; the generic collection does not know their names.
  const find = collection.find.bind(collection) as unknown as Find<T>;
  const update = collection.update.bind(collection) as unknown as Update;
  const set = news === 'deleted' ? { isSourceDeleted: true } : { studyMaterialTitle: news.title, studyMaterialVersion: news.version };
  for (let after: string | undefined; ;) {
    const made = await find('byMaterial', { equals: { userId, studyMaterialId }, limit: batch, ...(after !== undefined && { after }) });
    for (const each of made) {
      const isKnown = news === 'deleted' ? each.isSourceDeleted : each.studyMaterialVersion >= news.version;
      if (!isKnown) await update(each._id, { set, increment: { revision: 1 } });
    }
    after = made.at(-1)?._id;
    if (made.length < batch) return;
  }
}
