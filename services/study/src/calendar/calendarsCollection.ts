import * as z from 'zod/mini';
import { defineCollection } from '@lectern/document-store';

/** The calendar of a learner, under the learner's id. */
export const calendarsCollection = defineCollection({
  name: 'reviewCalendars',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** A part of the address, new with each renewal. */
    calendarId: z.string(),
  }),
});
