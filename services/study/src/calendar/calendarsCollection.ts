import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';

/** A learner's calendar, under the learner's id. */
export const calendarsCollection = defineCollection({
  name: 'reviewCalendars',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** Part of the address, changed by each renewal. */
    calendarId: z.string(),
  }),
});
