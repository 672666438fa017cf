import * as z from '@lectern/contracts/schema';
import { Id } from './primitives.ts';

/** The fields of a quiz or deck that name its guides. */
export const madeFrom = {
  /** The id of its only guide; `null` if it has several guides, or was written by the learner. */
  studyMaterialId: z.nullable(Id),
  /** The title of its guide, or the titles of its guides when it was created; empty without a guide. */
  studyMaterialTitle: z.string(),
  /** The ids of all its guides; empty if the learner wrote it. Always sent; optional, so that pages accept an older service. */
  studyMaterialIds: z.optional(z.array(Id)),
  /** The common language of its guides, BCP 47; absent if it is unknown or differs between them. */
  language: z.optional(z.string()),
};
