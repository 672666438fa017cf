import type { StudyContext } from '../StudyContext.ts';
import { readAll } from './readAll.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';

/** Reads the items of a guide without their content. */
export async function readGuideItems(
  { store: { reviewItems } }: Pick<StudyContext, 'store'>,
  userId: string,
  studyMaterialId: string,
): Promise<Omit<ReviewItemDocument, 'content'>[]> {
  const ids = await readAll(async (paging) =>
    (await reviewItems.findIds('byMaterial', { equals: { userId, studyMaterialId }, ...paging })).map((_id) => ({ _id })),
  );
  return reviewItems.getManyWithout(['content'], { userId, ids: ids.map(({ _id }) => _id) });
}
