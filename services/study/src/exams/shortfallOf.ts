import { counted, examBounds, type ReviewSettings } from '@lectern/contracts';
import { daysToMeet } from './daysToMeet.ts';
import type { StoredExam } from './examsCollection.ts';
import type { PlannedDay } from './planExam.ts';

export interface ShortfallRequest {
  exam: StoredExam;
  plan: readonly PlannedDay[];
  /** The number of cards that were not introduced yet. */
  left: number;
  today: number;
  own: ReviewSettings;
}

const dayMs = 24 * 60 * 60 * 1000;
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/**
 * Explains why the time before an exam is too short under the learner's settings, and what would fit. Returns `undefined` if there is enough time.
 */
export function shortfallOf({ exam, plan, left, today, own }: ShortfallRequest): string | undefined {
  if (exam.day <= today) return undefined;
  const sentences: string[] = [];
  const days = daysToMeet(exam, today);
  const share = Math.ceil(left / days);
  if (share > own.newPerDay) {
    const needed = `${counted(left, 'new card')} in ${counted(days, 'day')} means ${share.toLocaleString('en')} per day`;
    const fit = counted(own.newPerDay * days, 'card');
    sentences.push(`${needed}, above your limit of ${own.newPerDay}, which leaves time for ${fit}.`);
  }
  const hardest = plan.reduce<PlannedDay | undefined>((most, day) => (most && most.reviews >= day.reviews ? most : day), undefined);
  if (hardest && hardest.reviews > own.reviewsPerDay) {
    const needed = `${counted(hardest.reviews, 'review')} are planned for ${dayName.format(hardest.day * dayMs)}`;
    const fit = counted(own.reviewsPerDay * examBounds.lastDays, 'card');
    sentences.push(`${needed}, above your limit of ${own.reviewsPerDay}, which leaves time for ${fit} in the last five days.`);
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
