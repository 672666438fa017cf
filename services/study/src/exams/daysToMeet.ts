import { examBounds } from '@lectern/contracts';
import type { StoredExam } from './examsCollection.ts';

/**
 * The days over which the new cards of an exam are spread, today included. All are met a week before the exam. When the exam was planned later, in
 * the first half of the time; and after that, in the first half of what is left. 0 on the day of the exam and later.
 * @param today - the learner's day
 */
export const daysToMeet = ({ day, from }: Pick<StoredExam, 'day' | 'from'>, today: number): number => {
  if (today >= day) return 0;
  const wanted = day - examBounds.metDaysBefore;
  const last = wanted >= from ? wanted : from + Math.ceil((day - from) / 2) - 1;
  return today <= last ? last - today + 1 : Math.ceil((day - today) / 2);
};
