import { createHash } from 'node:crypto';
import type { QueuedReview, QuizOption, ReviewPreview, ReviewRating } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import type { StudyContext } from '../StudyContext.ts';
import type { StoredExam } from '../exams/examsCollection.ts';
import { underExams } from '../exams/underExams.ts';
import { viewItems } from './itemViews.ts';
import { dayOf } from './learnerDay.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import type { OwnSettings } from './reviewSettings.ts';
import { afterReview } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

/**
 * Shuffles a question's options into a different order after each review.
 *
 * @param seed - the question and its number of reviews; the same seed gives the same order
 */
const shuffledOptions = (options: readonly QuizOption[], seed: string): QuizOption[] => {
  const keyed = options.map((option, index) => ({ option, key: createHash('sha256').update(`${seed}:${index}`).digest('hex') }));
  const shuffled = keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ option }) => option);
  const isAsBefore = shuffled.every((option, index) => option === options[index]);
  return isAsBefore ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
};

/** The input of a preview besides the item. */
export interface PreviewContext {
  own: OwnSettings;
  exams: readonly StoredExam[];
  now: Date;
}

/** Returns when an item would be due after each rating now. */
function previewOf(item: ReviewItemDocument, { own, exams, now }: PreviewContext): ReviewPreview {
  const { timeZone, dayStartsAt, desiredRetention, weights } = own;
  const common = { _id: '', answeredAt: now.toISOString(), timeZone, dayStartsAt, desiredRetention, day: dayOf(now, own) };
  const schedule = scheduleOfItem(item);
  const dueAfter = (rating: ReviewRating): string => {
    const { state, due, lastDay } = afterReview(schedule, { ...common, itemId: item._id, rating }, { isFuzzed: true, weights });
    return underExams({ ...item, lastDay }, { place: state === 'review' ? 'review' : 'learning', due }, exams).due;
  };
  return { again: dueAfter('again'), hard: dueAfter('hard'), good: dueAfter('good'), easy: dueAfter('easy') };
}

/** Adds the data to review the chosen items: the next due time after each rating, and options in a new order. */
export async function showQueue(
  study: StudyContext,
  userId: string,
  chosen: readonly ReviewItemDocument[],
  context: PreviewContext,
): Promise<QueuedReview[]> {
  const queued: QueuedReview[] = [];
  for (const { item, view } of await viewItems(study, userId, chosen)) {
    await maybeYield();
    const { lapses: _lapses, ...shown } = view;
    const preview = previewOf(item, context);
    queued.push(
      shown.kind === 'card'
        ? { ...shown, preview }
        : { ...shown, preview, options: shuffledOptions(shown.options, `${item._id}:${item.reps}`) },
    );
  }
  return queued;
}
