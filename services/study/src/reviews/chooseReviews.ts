import { examBounds } from '@lectern/contracts';
import type { StoredExam } from '../exams/examsCollection.ts';
import { nextExamOf } from '../exams/underExams.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import type { OwnSettings } from './reviewSettings.ts';
import { recallOn } from './scheduleOf.ts';

/**
 * Removes items whose passage was seen today or belongs to an earlier item of the list. They are shown on another day.
 *
 * @param seen - the seen passages; those of the returned items are added
 * @param most - the maximum number of returned items
 */
export const withoutSiblings = (
  items: readonly ReviewItemDocument[],
  seen: Set<string>,
  most = Number.POSITIVE_INFINITY,
): ReviewItemDocument[] => {
  const fitting: ReviewItemDocument[] = [];
  for (const item of items) {
    if (fitting.length >= most) break;
    if (item.passage !== '' && seen.has(item.passage)) continue;
    seen.add(item.passage);
    fitting.push(item);
  }
  return fitting;
};

export interface ReviewChoice {
  /** The items due today, in the places `review` and `missed`. */
  due: readonly ReviewItemDocument[];
  missed: readonly ReviewItemDocument[];
  /** The passages of items that are shown today. Those of chosen items are added. */
  seen: Set<string>;
  exams: readonly StoredExam[];
  today: number;
  own: OwnSettings;
  /** The remaining number of items within the learner's limit. */
  room: number;
}

/** Sorts due items by predicted recall, lowest first. */
const byRecall = (due: readonly ReviewItemDocument[], today: number, own: OwnSettings): ReviewItemDocument[] => {
  const recall = new Map(
    due.map((item) => [item, recallOn(today, { stability: item.stability ?? 0, lastDay: item.lastDay ?? today }, own)]),
  );
  return due.toSorted((a, b) => (recall.get(a) ?? 0) - (recall.get(b) ?? 0));
};

type Planned = Pick<ReviewItemDocument, 'place' | 'studyMaterialId'>;

const daysBeforeExam = ({ studyMaterialId }: Planned, exams: readonly StoredExam[], today: number): number =>
  (nextExamOf(studyMaterialId, exams)?.day ?? Infinity) - today;

/** Returns whether an item is due on the day before an exam, when siblings are not postponed. */
export const isLastDay = (item: Planned, exams: readonly StoredExam[], today: number): boolean =>
  item.place === 'review' && daysBeforeExam(item, exams, today) <= 1;

/** Returns whether an item is due in the last days before an exam, when the learner's limit does not apply. */
export const isNeededBefore = (item: Planned, exams: readonly StoredExam[], today: number): boolean =>
  item.place === 'review' && daysBeforeExam(item, exams, today) <= examBounds.lastDays;

/** Chooses today's reviews within the learner's limit. Reviews in the last days before an exam are chosen even above the limit. */
export const chooseReviews = ({ due, missed, seen, exams, today, own, room }: ReviewChoice): ReviewItemDocument[] => {
  const ordered = [...byRecall(due, today, own), ...missed];
  const isOfLastDay = (item: ReviewItemDocument) => isLastDay(item, exams, today);
  const apart = new Set(
    withoutSiblings(
      ordered.filter((item) => !isOfLastDay(item)),
      seen,
    ),
  );
  const isNeeded = (item: ReviewItemDocument) => isNeededBefore(item, exams, today);
  const candidates = ordered.filter((item) => isOfLastDay(item) || apart.has(item));
  let left = Math.max(0, room - candidates.filter(isNeeded).length);
  return candidates.filter((item) => isNeeded(item) || left-- > 0);
};
