import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

/** How many titles a new one is compared with. */
const titlesRead = 200;

/** The titles of the newest resources of a guide; of those without one guide when `studyMaterialId` is empty. */
export async function readTitles<T extends OwnedResource>(
  resources: OwnedResources<T>,
  large: readonly Exclude<keyof T & string, '_id'>[],
  userId: string,
  studyMaterialId: string,
): Promise<string[]> {
  const ids = await resources.findIds('byMaterial', { equals: { userId, studyMaterialId }, order: 'desc', limit: titlesRead });
  // The title is none of the large fields.
  return ((await resources.getManyWithout(large, { userId, ids })) as unknown as OwnedResource[]).map(({ title }) => title);
}
