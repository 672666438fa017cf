import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';

/** What fitting FSRS to a learner's reviews gave, under the learner's id. */
export const parametersCollection = defineCollection({
  name: 'reviewParameters',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** When they were fitted last, or were about to be. */
    checkedAt: z.string(),
    /** The learner's own parameters; absent while the default ones predict as well. */
    weights: z.optional(z.array(z.number())),
    /** The reviews that were used, and the log loss on the newest fifth of the predictions, with the default and the fitted parameters. */
    fit: z.optional(z.object({ at: z.string(), reviews: z.int(), lossOfDefault: z.number(), lossOfOwn: z.number() })),
    /** The schedules of all items follow from the parameters above. */
    isApplied: z.boolean(),
  }),
});
export type ParametersDocument = z.infer<typeof parametersCollection.schema>;
