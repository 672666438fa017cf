import * as z from '@lectern/contracts/schema';
import { Id, Name, uniqueIds } from './primitives.ts';

export const examBounds = {
  /** The maximum number of exams per learner, including past ones. */
  exams: 20,
  /** The maximum number of guides per exam. */
  guides: 100,
  /** The maximum number of years from today to an exam. */
  farthestYears: 100,
  /** Every item is reviewed once more within this many days before the exam. */
  lastDays: 5,
  /** All new cards are introduced at least this many days before the exam, if there is enough time. */
  metDaysBefore: 7,
  /** The maximum number of days in a plan. */
  planDays: 366,
} as const;

/** A calendar day, `YYYY-MM-DD`. */
export const CalendarDay = z.iso.date().check(z.maxLength(10), z.meta({ maxLength: 10 }));

/** The state of an exam's items after it: they continue as usual, or rest until the learner plans another exam. */
export const AfterExam = z.enum(['continue', 'rest']);
export type AfterExam = z.infer<typeof AfterExam>;

export const NewExam = z.object({
  name: Name,
  /** The date of the exam in the learner's time zone. Not in the past. */
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
  /** 0 on the day of the exam and later. */
  daysLeft: z.int(),
  /** Whether the day of the exam has passed. */
  isOver: z.boolean(),
  /** The number of cards in its guides, without suspended ones, and how many of them were reviewed. */
  cards: z.int(),
  seen: z.int(),
  /** The average number of items per day of the plan, rounded up. */
  perDay: z.int(),
  /**
   * The predicted mean recall of its cards on the morning of the exam, 0 to 1, from the reviews so far. A card without reviews counts as 0.
   * `null` before the first review.
   */
  readiness: z.nullable(z.number()),
  /** Explains why the time is too short and what would fit. Absent if there is enough time. */
  shortfall: z.optional(z.string()),
  /** `null` until the learner has chosen. Items continue as usual until then. */
  afterwards: z.nullable(AfterExam),
});
export type Exam = z.infer<typeof Exam>;

export const ExamDetail = z.extend(Exam, {
  /**
   * The new cards and reviewed items of each day, from today to the day before the exam, at most a year. Today contains only the remaining work.
   * Later days assume that every answer is right.
   */
  plan: z.array(z.object({ date: CalendarDay, new: z.int(), reviews: z.int() })),
});
export type ExamDetail = z.infer<typeof ExamDetail>;
