import { counted, examBounds, type ReviewSettings } from '@lectern/contracts';
import { dateOfDay } from '../reviews/learnerDay.ts';
import { daysToMeet } from './daysToMeet.ts';
import type { StoredExam } from './examsCollection.ts';
import type { PlannedDay } from './planExam.ts';

export interface ShortfallRequest {
  exam: StoredExam;
  plan: readonly PlannedDay[];
  /** New cards that were not met yet. */
  left: number;
  today: number;
  own: ReviewSettings;
}

/** Why the time before an exam is too short under the learner's settings, and what would fit. `undefined`: there is time enough. */
export function shortfallOf({ exam, plan, left, today, own }: ShortfallRequest): string | undefined {
  if (exam.day <= today) return undefined;
  const sentences: string[] = [];
  const days = daysToMeet(exam, today);
  const share = Math.ceil(left / days);
  if (share > own.newPerDay) {
    const needed = `${counted(left, 'new card')} in ${counted(days, 'day')} are ${share.toLocaleString('en')} a day`;
    const fit = own.newPerDay * days;
    sentences.push(`${needed}, above the ${own.newPerDay} of your settings, which would fit ${counted(fit, 'card')}.`);
  }
  const hardest = plan.reduce<PlannedDay | undefined>((most, day) => (most && most.reviews >= day.reviews ? most : day), undefined);
  if (hardest && hardest.reviews > own.reviewsPerDay) {
    const needed = `${counted(hardest.reviews, 'review')} are planned for ${dateOfDay(hardest.day)}`;
    const fit = own.reviewsPerDay * examBounds.lastDays;
    sentences.push(
      `${needed}, above the ${own.reviewsPerDay} of your settings, with which the last five days would fit ${counted(fit, 'card')}.`,
    );
  }
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
