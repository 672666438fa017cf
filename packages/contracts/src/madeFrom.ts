import * as z from '@lectern/contracts/schema';
import { Id } from './primitives.ts';

/** The fields of a quiz or deck that say which guides it was made from. */
export const madeFrom = {
  /** Its one guide; `null` when it was made from several guides, or written by the learner. */
  studyMaterialId: z.nullable(Id),
  /** The title of its guide, the titles of its guides at the time it was made, or empty without a guide. */
  studyMaterialTitle: z.string(),
  /** All of its guides, none for what the learner wrote. Always sent; optional, so that pages accept an older service. */
  studyMaterialIds: z.optional(z.array(Id)),
  /** The language of its guides, BCP 47; absent where it is unknown, or not the same for all. */
  language: z.optional(z.string()),
};
