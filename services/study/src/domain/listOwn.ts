import { readFoundPage, type Page } from '@lectern/service-kit';
import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

export interface ListQuery {
  limit?: number | undefined;
  after?: string | undefined;
  q?: string | undefined;
  /** Up to 100 ids, comma-separated. */
  studyMaterialId?: string | undefined;
}

/**
 * A page of a learner's quizzes or decks, newest first: all, those of some guides, or the matches of a search.
 * @param read - reads the shown fields
 */
export async function listOwn<T extends OwnedResource, Shown>(
  resources: OwnedResources<T>,
  userId: string,
  { limit, after, q, studyMaterialId }: ListQuery,
  read: (ids: readonly string[]) => Promise<Shown[]>,
  signal?: AbortSignal,
): Promise<Page<Shown>> {
  const query = q?.trim();
  const materials = studyMaterialId === undefined ? undefined : [...new Set(studyMaterialId.split(','))];
  const idsOf = async (size: number): Promise<string[]> => {
    const paging = { order: 'desc' as const, limit: size, ...(after !== undefined && { after }) };
    if (query) return resources.search(userId, query, { ...paging, signal, ...(materials && { where: { studyMaterialId: materials } }) });
    if (!materials) return resources.findIds('byUser', { equals: { userId }, ...paging });
    const found = await Promise.all(
      materials.map((id) => resources.findIds('byMaterial', { equals: { userId, studyMaterialId: id }, ...paging })),
    );
    return found
      .flat()
      .sort((a, b) => (a < b ? 1 : -1))
      .slice(0, size);
  };
  return readFoundPage(limit, idsOf, read);
}
