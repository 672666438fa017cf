import type { Collection, Indexes } from '@lectern/document-store';
import { readPage, type Page } from '@lectern/service-kit';

interface Listed {
  _id: string;
  userId: string;
  studyMaterialId: string;
}

export interface ListQuery {
  limit?: number | undefined;
  after?: string | undefined;
  q?: string | undefined;
  /** Up to 100 ids, comma-separated. */
  studyMaterialId?: string | undefined;
}

type Find<T> = (index: string, options: object) => Promise<T[]>;

/** A page of a learner's quizzes or decks, newest first: all, those of some guides, or those that a search finds. */
export async function listOwn<T extends Listed>(
  collection: Collection<T, Indexes>,
  userId: string,
  { limit, after, q, studyMaterialId }: ListQuery,
): Promise<Page<T>> {
  const cursor = after === undefined ? {} : { after };
  const query = q?.trim();
  const materials = studyMaterialId === undefined ? undefined : [...new Set(studyMaterialId.split(','))];
  // Both collections declare the same indexes; the generic collection does not know their names.
  const find = collection.find.bind(collection) as unknown as Find<T>;
  return readPage(limit, async (size) => {
    if (query) {
      const where = materials && { where: { studyMaterialId: materials } };
      return collection.search(userId, query, { order: 'desc', limit: size, ...cursor, ...(where as object) });
    }
    if (!materials) return find('byUser', { equals: { userId }, order: 'desc', limit: size, ...cursor });
    const found = await Promise.all(
      materials.map((id) => find('byMaterial', { equals: { userId, studyMaterialId: id }, order: 'desc', limit: size, ...cursor })),
    );
    return found
      .flat()
      .sort((a, b) => (a._id < b._id ? 1 : -1))
      .slice(0, size);
  });
}
