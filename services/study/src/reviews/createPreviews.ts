import type { ReviewPreview, ReviewRating } from '@lectern/contracts';
import type { StoredExam } from '../exams/examsCollection.ts';
import { underExams } from '../exams/underExams.ts';
import type { LoadSmoothing } from './createLoadSmoothing.ts';
import type { OwnSettings } from './createReviewSettings.ts';
import { dayOf } from './learnerDay.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { afterReview } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

/** What a preview depends on besides the item. */
export interface PreviewContext {
  own: OwnSettings;
  exams: readonly StoredExam[];
  now: Date;
}

/** When items would be due after each rating now: as the review would then be stored, with the day that is chosen for it. */
export const createPreviews =
  ({ spreadOf, loadsOf }: LoadSmoothing) =>
  (userId: string, { own, exams, now }: PreviewContext) => {
    const loadOf = loadsOf(userId);
    const answeredAt = now.toISOString();
    const { timeZone, dayStartsAt, desiredRetention, weights } = own;
    const common = { _id: '', answeredAt, timeZone, dayStartsAt, desiredRetention, day: dayOf(now, own) };

    return async (item: ReviewItemDocument): Promise<ReviewPreview> => {
      const schedule = scheduleOfItem(item);
      const dueAfter = async (rating: ReviewRating): Promise<string> => {
        const review = { ...common, itemId: item._id, rating };
        const spread = await spreadOf(item, review, own, loadOf);
        const { state, due, lastDay } = afterReview(schedule, { ...review, spread }, { isFuzzed: true, weights });
        return underExams({ ...item, lastDay }, { place: state === 'review' ? 'review' : 'learning', due }, exams).due;
      };
      return { again: await dueAfter('again'), hard: await dueAfter('hard'), good: await dueAfter('good'), easy: await dueAfter('easy') };
    };
  };
