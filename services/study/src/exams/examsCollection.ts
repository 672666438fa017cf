import * as z from 'zod/mini';
import { AfterExam, CalendarDay } from '@lectern/contracts';
import { defineCollection } from '@lectern/document-store';

const StoredExam = z.object({
  _id: z.string(),
  name: z.string(),
  date: CalendarDay,
  /** The number of days from 1970-01-01 to its date. */
  day: z.int(),
  studyMaterialIds: z.array(z.string()),
  /** The day on which the learner planned it. No item is put on an earlier day. */
  from: z.int(),
  /** The learner's time zone and beginning of the day when it was planned. */
  timeZone: z.string(),
  dayStartsAt: z.int(),
  /** Its day has passed. Set in the same write that adds its guides to `behind`. */
  isOver: z.boolean(),
  afterwards: z.nullable(AfterExam),
});
export type StoredExam = z.infer<typeof StoredExam>;

/** All exams of a learner, under the learner's id: one document, so that their number is limited without a counter. */
export const examsCollection = defineCollection({
  name: 'exams',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    exams: z.array(StoredExam),
    /** Guides whose items do not follow the exams above yet. */
    behind: z.array(z.string()),
    /** Incremented with every change of exams. */
    revision: z.int(),
  }),
});
export type ExamsDocument = z.infer<typeof examsCollection.schema>;
