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
