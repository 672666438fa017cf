import { createHash } from 'node:crypto';
import { type ItemSource, placeOf } from '@lectern/contracts';
import { itemFields } from './itemFields.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';

/** The fields of a new item. */
export type NewItemFields = Pick<
  ReviewItemDocument,
  '_id' | 'userId' | 'kind' | 'parentId' | 'studyMaterialId' | 'passage' | 'createdAt' | 'missedAt' | 'content'
>;

const unseen = { place: 'none', state: 'new', stability: null, difficulty: null, step: 0, reps: 0, lapses: 0 } as const;

/** Creates an item without reviews. */
export const newItem = (fields: NewItemFields): ReviewItemDocument => {
  const item: ReviewItemDocument = {
    ...fields,
    ...unseen,
    due: fields.createdAt,
    suspended: false,
    pending: [],
    isBehind: false,
    revision: 1,
  };
  const { place, due, unplanned } = itemFields(item, []);
  return { ...item, place, due, unplanned };
};

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
