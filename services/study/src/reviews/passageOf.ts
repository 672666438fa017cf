import { placeOf, type ItemSource } from '@lectern/contracts';

/** The guide and the passage of an item. A deck or quiz of several guides names the guide in each item's source. */
export const passageOf = (
  { studyMaterialId }: { studyMaterialId: string },
  source: ItemSource | undefined,
): { studyMaterialId: string; passage: string } => {
  const guide = source?.studyMaterialId ?? studyMaterialId;
  if (!source || guide === '') return { studyMaterialId: guide, passage: '' };
  const { pointer } = source;
  const place = pointer.kind === 'slide' ? `slide:${pointer.slide}:${pointer.part}:${pointer.paragraph}` : `text:${placeOf(pointer)}`;
  return { studyMaterialId: guide, passage: `${guide}:${place}` };
};
