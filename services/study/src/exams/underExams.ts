import { createHash } from 'node:crypto';
import { examBounds } from '@lectern/contracts';
import { dayOf, startOfDay } from '../reviews/learnerDay.ts';
import type { QueuePlace, ReviewItemDocument } from '../reviews/reviewCollections.ts';
import type { StoredExam } from './examsCollection.ts';

/** Where an item stands in the queue, and when it is due. */
export interface Placement {
  place: QueuePlace;
  /** ISO 8601, UTC. */
  due: string;
}

/** What decides how exams move an item. */
export type ExamItem = Pick<ReviewItemDocument, '_id' | 'studyMaterialId' | 'createdAt' | 'lastDay'>;

/** The soonest exam to come on the guide of an item. */
export const nextExamOf = (studyMaterialId: string, exams: readonly StoredExam[]): StoredExam | undefined =>
  exams
    .filter((exam) => !exam.isOver && exam.studyMaterialIds.includes(studyMaterialId))
    .reduce<StoredExam | undefined>((soonest, exam) => (soonest && soonest.day <= exam.day ? soonest : exam), undefined);

/** The first of the last days before an exam. */
export const firstOfLastDays = ({ day }: Pick<StoredExam, 'day'>): number => day - examBounds.lastDays;

/** The day on which an item is seen once more: one of the last days, by its id, so that each day has about as many items. */
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

/** Whether a former exam left the item at rest. What was added after it does not rest. */
const isResting = ({ studyMaterialId, createdAt }: ExamItem, exams: readonly StoredExam[]): boolean =>
  exams.some(
    (exam) =>
      exam.isOver &&
      exam.afterwards === 'rest' &&
      exam.studyMaterialIds.includes(studyMaterialId) &&
      createdAt < startOfDay(exam.day + 1, exam).toISOString(),
  );

/**
 * Where an item stands under the learner's exams. Before an exam on its guide, an item that would be due on the day of the exam or later is moved
 * to one of the last five days, or is `ready` when it was reviewed in them. After an exam it goes on as usual, or rests.
 * @param unplanned - where it would stand without exams
 */
export const underExams = (item: ExamItem, unplanned: Placement, exams: readonly StoredExam[]): Placement => {
  if (unplanned.place === 'none') return unplanned;
  const next = nextExamOf(item.studyMaterialId, exams);
  if (next) return beforeExam(item, unplanned, next);
  return isResting(item, exams) ? { ...unplanned, place: 'none' } : unplanned;
};
