import { createHash } from 'node:crypto';
import { examBounds } from '@lectern/contracts';
import { dayOf, startOfDay } from '../reviews/learnerDay.ts';
import type { QueuePlace, ReviewItemDocument } from '../reviews/reviewCollections.ts';
import type { StoredExam } from './examsCollection.ts';

/** An item's place in the queue and its due time. */
export interface Placement {
  place: QueuePlace;
  /** ISO 8601, UTC. */
  due: string;
}

/** The fields of an item that decide how exams move it. */
export type ExamItem = Pick<ReviewItemDocument, '_id' | 'studyMaterialId' | 'createdAt' | 'lastDay'>;

/** Returns the next upcoming exam of an item's guide. */
export const nextExamOf = (studyMaterialId: string, exams: readonly StoredExam[]): StoredExam | undefined =>
  exams
    .filter((exam) => !exam.isOver && exam.studyMaterialIds.includes(studyMaterialId))
    .reduce<StoredExam | undefined>((soonest, exam) => (soonest && soonest.day <= exam.day ? soonest : exam), undefined);

/** Returns the first of the last days before an exam. */
export const firstOfLastDays = ({ day }: Pick<StoredExam, 'day'>): number => day - examBounds.lastDays;

/** Returns the day of an item's last review before an exam. It depends on the item's id, so that the last days have similar numbers of items. */
export const lastLookOf = (itemId: string, exam: StoredExam): number => {
  const first = Math.min(Math.max(firstOfLastDays(exam), exam.from), exam.day);
  const days = Math.max(1, exam.day - first);
  return first + (createHash('sha256').update(itemId).digest().readUInt32BE(0) % days);
};

const beforeExam = (item: ExamItem, unplanned: Placement, exam: StoredExam): Placement => {
  const { place, due } = unplanned;
  if (dayOf(new Date(due), exam) < exam.day) return unplanned;
  if (place === 'review' && item.lastDay !== undefined && item.lastDay >= firstOfLastDays(exam))
    return { place: 'ready', due: startOfDay(exam.day, exam).toISOString() };
  return { place, due: startOfDay(lastLookOf(item._id, exam), exam).toISOString() };
};

/** Returns whether a past exam left the item at rest. Items added after the exam do not rest. */
const isResting = ({ studyMaterialId, createdAt }: ExamItem, exams: readonly StoredExam[]): boolean =>
  exams.some(
    (exam) =>
      exam.isOver &&
      exam.afterwards === 'rest' &&
      exam.studyMaterialIds.includes(studyMaterialId) &&
      createdAt < startOfDay(exam.day + 1, exam).toISOString(),
  );

/**
 * Adjusts an item's placement to the learner's exams. Before an exam of its guide, an item that would be due on the exam's day or later moves to one
 * of the last five days. If it was already reviewed in those days, it is `ready`. After an exam it continues as usual, or rests.
 *
 * @param unplanned - its placement without exams
 */
export const underExams = (item: ExamItem, unplanned: Placement, exams: readonly StoredExam[]): Placement => {
  if (unplanned.place === 'none') return unplanned;
  const next = nextExamOf(item.studyMaterialId, exams);
  if (next) return beforeExam(item, unplanned, next);
  return isResting(item, exams) ? { ...unplanned, place: 'none' } : unplanned;
};
