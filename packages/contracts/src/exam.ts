import * as z from '@lectern/contracts/schema';
import { Id, Name, uniqueIds } from './primitives.ts';

/** Bounds of exams. */
export const examBounds = {
  /** The most exams of a learner, past ones included. */
  exams: 20,
  /** The most guides of one exam. */
  guides: 100,
  /** An exam is at most this many years ahead. */
  farthestYears: 100,
  /** Every item is reviewed once more within this many days before the exam. */
  lastDays: 5,
  /** All new cards are introduced at least this many days before the exam, when there is time. */
  metDaysBefore: 7,
  /** The most days of a plan. */
  planDays: 366,
} as const;

/** A calendar day, `YYYY-MM-DD`. */
export const CalendarDay = z.iso.date().check(z.maxLength(10), z.meta({ maxLength: 10 }));

/** What becomes of an exam's items after it: they go on as usual, or rest until the learner plans another exam. */
export const AfterExam = z.enum(['continue', 'rest']);
export type AfterExam = z.infer<typeof AfterExam>;

export const NewExam = z.object({
  name: Name,
  /** The day of the exam for the learner. Not in the past. */
  date: CalendarDay,
  studyMaterialIds: uniqueIds(examBounds.guides),
});
export type NewExam = z.infer<typeof NewExam>;

export const ExamEdit = z.extend(z.partial(NewExam), { afterwards: z.optional(AfterExam) });
export type ExamEdit = z.infer<typeof ExamEdit>;

export const Exam = z.object({
  _id: Id,
  name: z.string(),
  date: CalendarDay,
  studyMaterialIds: z.array(Id),
  /** 0 on the day of the exam and after it. */
  daysLeft: z.int(),
  /** The day of the exam has passed. */
  isOver: z.boolean(),
  /** Cards of its guides, without suspended ones, and how many of them were reviewed. */
  cards: z.int(),
  seen: z.int(),
  /** Items of a day of the plan, on average, rounded up. */
  perDay: z.int(),
  /**
   * The predicted recall on the morning of the exam, mean over its cards, 0 to 1, from the reviews so far. A card that was never reviewed counts
   * as 0. `null` before any review.
   */
  readiness: z.nullable(z.number()),
  /** Why the time is too short, and what would fit, as a sentence. Absent when there is time enough. */
  shortfall: z.optional(z.string()),
  /** `null` until the learner has chosen. Items go on as usual meanwhile. */
  afterwards: z.nullable(AfterExam),
});
export type Exam = z.infer<typeof Exam>;

export const ExamDetail = z.extend(Exam, {
  /**
   * From today to the day before the exam: how many cards are met for the first time, and how many items are reviewed. Today has only what is not
   * done yet. Later days are computed as if every answer were right. At most a year.
   */
  plan: z.array(z.object({ date: CalendarDay, new: z.int(), reviews: z.int() })),
});
export type ExamDetail = z.infer<typeof ExamDetail>;
