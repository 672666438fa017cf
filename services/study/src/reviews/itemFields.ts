import type { StoredExam } from '../exams/examsCollection.ts';
import { underExams } from '../exams/underExams.ts';
import type { QueuePlace, ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { type Schedule, scheduleOf } from './scheduleOf.ts';

/** The learner's choices about an item. */
export type ItemChoices = Pick<ReviewItemDocument, 'suspended' | 'chosenDue' | 'forgottenAt' | 'missedAt'>;

/** The fields of an item that are derived from its reviews and the learner's choices. */
export type DerivedFields = Pick<
  ReviewItemDocument,
  | 'place'
  | 'state'
  | 'due'
  | 'stability'
  | 'difficulty'
  | 'step'
  | 'reps'
  | 'lapses'
  | 'firstDay'
  | 'introducedDay'
  | 'lastDay'
  | 'lastAnsweredAt'
  | 'unplanned'
>;

const placeOf = (item: ReviewItemDocument, schedule: Schedule | undefined, isDone: boolean): QueuePlace => {
  if (item.suspended || isDone) return 'none';
  if (!schedule) return item.kind === 'question' ? 'missed' : 'new';
  return schedule.state === 'review' ? 'review' : 'learning';
};

/** Returns the due time that the learner set, unless the item was reviewed later. */
const chosenDueOf = ({ chosenDue }: ReviewItemDocument, schedule: Schedule | undefined): string | undefined =>
  chosenDue && (!schedule || chosenDue.at >= schedule.lastAnsweredAt) ? chosenDue.due : undefined;

/** The fields of an item without counted reviews. `undefined` removes the fields of undone reviews. */
const unseen = {
  ...({ state: 'new', stability: null, difficulty: null, step: 0, reps: 0, lapses: 0 } as const),
  ...{ firstDay: undefined, introducedDay: undefined, lastDay: undefined, lastAnsweredAt: undefined },
};

/** A learner's data that affects all items. */
export interface LearnerRules {
  exams?: readonly StoredExam[] | undefined;
  /** The learner's own FSRS parameters. */
  weights?: readonly number[] | undefined;
}

/**
 * Computes an item's schedule and its place in the queue.
 *
 * @param reviews - all reviews of the item, in any order
 */
export const itemFields = (
  item: ReviewItemDocument,
  reviews: readonly ReviewDocument[],
  { exams = [], weights }: LearnerRules = {},
): DerivedFields => {
  const { kind, forgottenAt, createdAt } = item;
  const counted = forgottenAt === undefined ? reviews : reviews.filter(({ answeredAt }) => answeredAt > forgottenAt);
  const schedule = scheduleOf(counted, { isFuzzed: true, weights });
  const place = placeOf(item, schedule, kind === 'question' && isQuestionDone(reviews, item.missedAt ?? createdAt));
  const due = chosenDueOf(item, schedule) ?? schedule?.due ?? createdAt;
  const unplanned = { place, due };
  if (!schedule) return { ...unseen, ...underExams({ ...item, lastDay: undefined }, unplanned, exams), unplanned };
  const placement = underExams({ ...item, lastDay: schedule.lastDay }, unplanned, exams);
  return { ...schedule, ...placement, unplanned, introducedDay: kind === 'card' ? schedule.firstDay : undefined };
};

/** The number of learner days on which a missed question must be answered right. */
const daysNeeded = 2;

/** Returns whether a question was answered right in review on two different days since it was missed. */
const isQuestionDone = (reviews: readonly ReviewDocument[], missedAt: string): boolean =>
  new Set(reviews.filter(({ rating, answeredAt }) => rating !== 'again' && answeredAt >= missedAt).map(({ day }) => day)).size >=
  daysNeeded;
