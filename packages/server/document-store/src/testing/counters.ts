import * as z from 'zod/mini';
import { defineCollection } from '../defineCollection.ts';

/** The documents of tests with several processes. */
export const counters = defineCollection({
  name: 'counters',
  schema: z.object({ _id: z.string(), count: z.number(), text: z.optional(z.string()) }),
});
