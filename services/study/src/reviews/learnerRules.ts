import { toInsert, toUpdate, type Write } from '@lectern/document-store';
import { DomainError, unlessDuplicate } from '@lectern/service-kit';
import type { ScheduleContext } from '../StudyContext.ts';
import { reviewLearnersCollection, type LearnerDocument } from './reviewFigures.ts';

// Exams and parameters affect all items of a learner. A rating is stored only if neither has changed since they were read: both change the learner's
// document in the same step, and so does every rating.

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 20;

const firstOf = (userId: string): LearnerDocument => ({ _id: userId, userId, version: 0, hasKnownDecks: false });

/** Returns the write by which a rating notices concurrent changes of the rules. @param isOfPastDay - whether it also changes the streak */
export const ratingOf = (userId: string, learner: LearnerDocument | undefined, isOfPastDay: boolean): Write =>
  learner
    ? toUpdate(
        reviewLearnersCollection,
        learner,
        { increment: { ratings: 1, ...(isOfPastDay && { version: 1 }) } },
        { equals: { rulesVersion: learner.rulesVersion ?? null } },
      )
    : toInsert(reviewLearnersCollection, firstOf(userId));

/**
 * Changes exams or parameters. Ratings that were computed with the former ones are not stored.
 *
 * @param make - computes the change from the current state; called again after a concurrent change
 * @throws DomainError `conflict` if every attempt lost to a concurrent change
 */
export async function changeRules({ store, write }: ScheduleContext, userId: string, make: () => Promise<Write>): Promise<void> {
  for (let round = 0; round < changeRounds; round++) {
    const [change, learner] = await Promise.all([make(), store.reviewLearners.get({ userId, _id: userId })]);
    const mark = learner
      ? toUpdate(reviewLearnersCollection, learner, { increment: { rulesVersion: 1 } })
      : toInsert(reviewLearnersCollection, { ...firstOf(userId), rulesVersion: 1 });
    if (await write([change, mark]).catch(unlessDuplicate)) return;
  }
  throw new DomainError('conflict', 'Your exams are being changed in another tab or on another device. Please try again.');
}
