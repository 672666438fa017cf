import { createHash } from 'node:crypto';
import { placeOf, type ItemSource } from '@lectern/contracts';

/**
 * Returns the guide and the passage of an item. The passage is a sentence, because a paragraph may define many things. With several guides, each
 * item's source names its guide.
 */
export const passageOf = (
  { studyMaterialId }: { studyMaterialId: string },
  source: ItemSource | undefined,
): { studyMaterialId: string; passage: string } => {
  const guide = source?.studyMaterialId ?? studyMaterialId;
  if (!source || guide === '') return { studyMaterialId: guide, passage: '' };
  const { pointer, quote } = source;
  const place = pointer.kind === 'slide' ? `slide:${pointer.slide}:${pointer.part}:${pointer.paragraph}` : `text:${placeOf(pointer)}`;
  const sentence = createHash('sha256').update(quote).digest('base64url').slice(0, 12);
  return { studyMaterialId: guide, passage: `${guide}:${place}:${sentence}` };
};
