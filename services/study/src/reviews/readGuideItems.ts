import type { StudyContext } from '../StudyContext.ts';
import { readAllIds } from './readAll.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';

/** Reads the items of a guide without their content. */
export async function readGuideItems(
  { store: { reviewItems } }: Pick<StudyContext, 'store'>,
  userId: string,
  studyMaterialId: string,
): Promise<Omit<ReviewItemDocument, 'content'>[]> {
  const ids = await readAllIds((paging) => reviewItems.findIds('byMaterial', { equals: { userId, studyMaterialId }, ...paging }));
  return reviewItems.getManyWithout(['content'], { userId, ids });
}
