import { reviewBounds, type ReviewItem, type ReviewItemKind } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { invalidField } from './invalidField.ts';
import type { ItemChoices } from './itemFields.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { requireItem, shownReview } from './reviewItems.ts';
import { inTime } from './scheduleOf.ts';
import { logOf, refreshSchedule } from './schedules.ts';

/** A learner's choices about an item. Absent fields stay unchanged. */
export interface ReviewItemEdit {
  suspended?: boolean | undefined;
  /** ISO 8601; `null` resets the schedule. */
  due?: string | null | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the time to which an item is postponed. @throws DomainError `invalid` */
const timeToBeDue = (due: string, now: Date): string => {
  const time = new Date(due);
  if (Math.abs(time.getTime() - now.getTime()) > reviewBounds.farthestDays * dayMs)
    throw invalidField('due', 'You can put an item off by at most 100 years.');
  return time.toISOString();
};

async function asReviewItem(study: StudyContext, item: ReviewItemDocument): Promise<ReviewItem> {
  const { state, due, stability, difficulty, reps, lapses, suspended } = item;
  const log = await logOf(study, item.userId, item._id);
  return { state, due, stability, difficulty, reps, lapses, suspended, reviews: log.sort(inTime).map(shownReview) };
}

/** Returns an item with its history. @throws DomainError `not_found` */
export const getReviewItem = async (study: StudyContext, userId: string, kind: ReviewItemKind, itemId: string): Promise<ReviewItem> =>
  asReviewItem(study, await requireItem(study, userId, kind, itemId));

/** Suspends or postpones an item, or resets its schedule. Its reviews stay in its history. */
export async function updateReviewItem(
  study: StudyContext,
  userId: string,
  kind: ReviewItemKind,
  itemId: string,
  { suspended, due }: ReviewItemEdit,
): Promise<ReviewItem> {
  const now = study.clock();
  const at = now.toISOString();
  const chosenDue = typeof due === 'string' ? { due: timeToBeDue(due, now), at } : undefined;
  const item = await requireItem(study, userId, kind, itemId);
  const choose = (): Partial<ItemChoices> => ({
    ...(suspended !== undefined && { suspended }),
    ...(chosenDue && { chosenDue }),
    ...(due === null && { forgottenAt: at, chosenDue: undefined }),
  });
  const changed = await refreshSchedule(study, item, { choose });
  if (!changed) throw notFound(kind === 'card' ? 'Card' : 'Question');
  return asReviewItem(study, changed);
}
