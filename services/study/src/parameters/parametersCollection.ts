import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';

/** The result of fitting FSRS to a learner's reviews, under the learner's id. */
export const parametersCollection = defineCollection({
  name: 'reviewParameters',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** The start of the last fit. */
    checkedAt: z.string(),
    /** The learner's own parameters; absent while the default ones predict equally well. */
    weights: z.optional(z.array(z.number())),
    /** The number of used reviews, and the log loss on the newest fifth of the predictions, with the default and the fitted parameters. */
    fit: z.optional(z.object({ at: z.string(), reviews: z.int(), lossOfDefault: z.number(), lossOfOwn: z.number() })),
    /** Whether the schedules of all items use the parameters above. */
    isApplied: z.boolean(),
  }),
});
export type ParametersDocument = z.infer<typeof parametersCollection.schema>;
