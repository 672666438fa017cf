import type { StudyContext } from '../StudyContext.ts';
import { readAll } from './readAll.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';

/** The number of items per read. They are small without their content. */
const itemsPerRead = 1_000;

/** Reads the items of a guide without their content. */
export async function readGuideItems(
  { store: { reviewItems } }: Pick<StudyContext, 'store'>,
  userId: string,
  studyMaterialId: string,
): Promise<Omit<ReviewItemDocument, 'content'>[]> {
  const equals = { userId, studyMaterialId };
  return readAll((paging) => reviewItems.findWithout(['content'], 'byMaterial', { equals, ...paging }), itemsPerRead);
}
