import { readFoundPage, readPage, type Page } from '@lectern/service-kit';
import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

export interface ListQuery {
  limit?: number | undefined;
  after?: string | undefined;
  q?: string | undefined;
  /** Up to 100 ids, comma-separated. */
  studyMaterialId?: string | undefined;
}

/** A page of a learner's quizzes or decks, newest first: all, those of some guides, or those that a search finds. */
export async function listOwn<T extends OwnedResource>(
  things: OwnedResources<T>,
  userId: string,
  { limit, after, q, studyMaterialId }: ListQuery,
  signal?: AbortSignal,
): Promise<Page<T>> {
  const query = q?.trim();
  const materials = studyMaterialId === undefined ? undefined : [...new Set(studyMaterialId.split(','))];
  const pagingOf = (size: number) => ({ order: 'desc' as const, limit: size, ...(after !== undefined && { after }) });
  if (query)
    return readFoundPage(
      limit,
      (size) => things.search(userId, query, { ...pagingOf(size), signal, ...(materials && { where: { studyMaterialId: materials } }) }),
      (ids) => things.getMany(ids),
    );
  return readPage(limit, async (size) => {
    const paging = pagingOf(size);
    if (!materials) return things.find('byUser', { equals: { userId }, ...paging });
    const found = await Promise.all(
      materials.map((id) => things.find('byMaterial', { equals: { userId, studyMaterialId: id }, ...paging })),
    );
    return found
      .flat()
      .sort((a, b) => (a._id < b._id ? 1 : -1))
      .slice(0, size);
  });
}
