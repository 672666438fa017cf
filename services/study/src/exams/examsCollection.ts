import * as z from 'zod/mini';
import { AfterExam, CalendarDay } from '@lectern/contracts';
import { defineCollection } from '@lectern/document-store';

const StoredExam = z.object({
  _id: z.string(),
  name: z.string(),
  date: CalendarDay,
  /** The date in days since 1970-01-01. */
  day: z.int(),
  studyMaterialIds: z.array(z.string()),
  /** The day on which the learner planned it. Items are not moved to earlier days. */
  from: z.int(),
  /** The learner's time zone and start of the day at planning. */
  timeZone: z.string(),
  dayStartsAt: z.int(),
  /** Whether its day has passed. Set in the same write that adds its guides to `behind`. */
  isOver: z.boolean(),
  afterwards: z.nullable(AfterExam),
});
export type StoredExam = z.infer<typeof StoredExam>;

/** All exams of a learner, under the learner's id. One document, so that their number is limited without a counter. */
export const examsCollection = defineCollection({
  name: 'exams',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    exams: z.array(StoredExam),
    /** Guides whose items do not match the exams above yet. */
    behind: z.array(z.string()),
    /** Incremented with every change of the exams. */
    revision: z.int(),
  }),
});
export type ExamsDocument = z.infer<typeof examsCollection.schema>;
