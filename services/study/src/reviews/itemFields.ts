import type { ReviewItemKind } from '@lectern/contracts';
import type { StoredExam } from '../exams/examsCollection.ts';
import { underExams } from '../exams/underExams.ts';
import type { QueuePlace, ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { type Schedule, scheduleOf } from './scheduleOf.ts';

/** The learner's choices about an item. */
export type ItemChoices = Pick<ReviewItemDocument, 'suspended' | 'chosenDue' | 'forgottenAt'>;

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
  | 'missedAt'
>;

/** Returns the place of an item that is neither suspended nor done. */
const placeOf = (kind: ReviewItemKind, schedule: Schedule | undefined): QueuePlace => {
  if (!schedule) return kind === 'question' ? 'missed' : 'new';
  return schedule.state === 'review' ? 'review' : 'learning';
};

/** Returns when a question was last answered wrong in an attempt; `null` if never. */
const missedAtOf = ({ missedAt: known, createdAt }: ReviewItemDocument, reviews: readonly ReviewDocument[]): string | null => {
  const missed = reviews.filter(({ evidence, rating }) => evidence === 'quiz' && rating === 'again').map(({ answeredAt }) => answeredAt);
  return [known === undefined ? createdAt : known, ...missed].reduce((last, at) => ((at ?? '') > (last ?? '') ? at : last));
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
  const missedAt = kind === 'question' ? missedAtOf(item, reviews) : undefined;
  const isOut = item.suspended || missedAt === null || (missedAt !== undefined && isQuestionDone(reviews, missedAt));
  // A question that was missed in its last answer is due immediately, whatever its schedule.
  const isMissed = typeof missedAt === 'string' && missedAt >= (schedule?.lastAnsweredAt ?? '');
  const place = isOut ? 'none' : isMissed ? 'missed' : placeOf(kind, schedule);
  const due = chosenDueOf(item, schedule) ?? (isMissed ? missedAt : (schedule?.due ?? createdAt));
  const unplanned = { place, due };
  if (!schedule) return { ...unseen, ...underExams({ ...item, lastDay: undefined }, unplanned, exams), unplanned, missedAt };
  const placement = underExams({ ...item, lastDay: schedule.lastDay }, unplanned, exams);
  return { ...schedule, ...placement, unplanned, missedAt, introducedDay: kind === 'card' ? schedule.firstDay : undefined };
};

/** The number of learner days on which a missed question must be answered right. */
const daysNeeded = 2;

/** Returns whether a question was answered right in review on two different days since it was missed. */
const isQuestionDone = (reviews: readonly ReviewDocument[], missedAt: string): boolean =>
  new Set(
    reviews
      .filter(({ rating, answeredAt, evidence }) => rating !== 'again' && evidence !== 'quiz' && answeredAt >= missedAt)
      .map(({ day }) => day),
  ).size >= daysNeeded;
