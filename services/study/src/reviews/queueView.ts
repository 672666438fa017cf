import type { QueuedReview, ReviewPreview, ReviewRating } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import type { StoredExam } from '../exams/examsCollection.ts';
import { underExams } from '../exams/underExams.ts';
import type { ScheduleContext, StudyContext } from '../StudyContext.ts';
import { viewItems } from './itemViews.ts';
import { dayOf } from './learnerDay.ts';
import { loadsOf, spreadOf, type LoadOf } from './loadSmoothing.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import type { OwnSettings } from './reviewSettings.ts';
import { afterReview } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';
import { shuffledOptions } from './shuffledOptions.ts';

/** The input of a preview besides the item. */
export interface PreviewContext {
  own: OwnSettings;
  exams: readonly StoredExam[];
  now: Date;
}

/** Returns when an item would be due after each rating now, including the chosen day. */
async function previewOf(
  study: ScheduleContext,
  item: ReviewItemDocument,
  { own, exams, now }: PreviewContext,
  loadOf: LoadOf,
): Promise<ReviewPreview> {
  const { timeZone, dayStartsAt, desiredRetention, weights } = own;
  const common = { _id: '', answeredAt: now.toISOString(), timeZone, dayStartsAt, desiredRetention, day: dayOf(now, own) };
  const schedule = scheduleOfItem(item);
  const dueAfter = async (rating: ReviewRating): Promise<string> => {
    const review = { ...common, itemId: item._id, rating };
    const spread = await spreadOf(study, item, review, own, loadOf);
    const { state, due, lastDay } = afterReview(schedule, { ...review, spread }, { isFuzzed: true, weights });
    return underExams({ ...item, lastDay }, { place: state === 'review' ? 'review' : 'learning', due }, exams).due;
  };
  return { again: await dueAfter('again'), hard: await dueAfter('hard'), good: await dueAfter('good'), easy: await dueAfter('easy') };
}

/** Adds the data to review the chosen items: the next due time after each rating, and options in a new order. */
export async function showQueue(
  study: StudyContext,
  userId: string,
  chosen: readonly ReviewItemDocument[],
  context: PreviewContext,
): Promise<QueuedReview[]> {
  const loadOf = loadsOf(study, userId);
  const queued: QueuedReview[] = [];
  for (const { item, view } of await viewItems(study, userId, chosen)) {
    await maybeYield();
    const { lapses: _lapses, ...shown } = view;
    const preview = await previewOf(study, item, context, loadOf);
    queued.push(
      shown.kind === 'card'
        ? { ...shown, preview }
        : { ...shown, preview, options: shuffledOptions(shown.options, `${item._id}:${item.reps}`) },
    );
  }
  return queued;
}
