import { examBounds } from '@lectern/contracts';
import type { StoredExam } from './examsCollection.ts';

/**
 * Returns over how many days the new cards of an exam are spread, including today: until a week before the exam; if it was planned later than that,
 * over the first half of the time, and after that over half of the remaining days. 0 from the day of the exam on.
 *
 * @param today - the learner's day
 */
export const daysToMeet = ({ day, from }: Pick<StoredExam, 'day' | 'from'>, today: number): number => {
  if (today >= day) return 0;
  const wanted = day - examBounds.metDaysBefore;
  const last = wanted >= from ? wanted : from + Math.ceil((day - from) / 2) - 1;
  return today <= last ? last - today + 1 : Math.ceil((day - today) / 2);
};
