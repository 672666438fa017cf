import type { ReviewSettings } from '@lectern/contracts';
import { dayOf, startOfDay } from '../reviews/learnerDay.ts';

/** The days after today to try. The last reminder may already cover the first ones. */
const daysAhead = [1, 2, 3];

/**
 * Returns the time of a learner's next reminder: the next time that the reminder's hour begins in the learner's time zone, on a learner's day without
 * a reminder. It depends only on the calendar, so errors do not accumulate.
 *
 * @param remindedDay - the learner's day of the last reminder
 * @returns `undefined` while reminders are off
 */
export const nextReminder = (
  { reminder, timeZone, dayStartsAt }: Pick<ReviewSettings, 'reminder' | 'timeZone' | 'dayStartsAt'>,
  now: Date,
  remindedDay: number | undefined,
): Date | undefined => {
  if (!reminder?.isOn) return undefined;
  // A clock whose days start at the reminder's hour, so that `startOfDay` returns the time of a reminder.
  const clock = { timeZone, dayStartsAt: reminder.hour };
  const today = dayOf(now, clock);
  const times = daysAhead.map((days) => startOfDay(today + days, clock));
  return times.find((time) => remindedDay === undefined || dayOf(time, { timeZone, dayStartsAt }) > remindedDay) ?? times.at(-1);
};
