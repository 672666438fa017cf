import type { ReviewSettings } from '@lectern/contracts';
import { dayOf, startOfDay } from '../reviews/learnerDay.ts';

/** The days after today to try. The last reminder may already cover the first ones. */
const daysAhead = [1, 2, 3];

/**
 * Returns the time of a learner's next reminder: the first time after `now` at which clocks in the learner's time zone show the hour, on a learner's
 * day without a reminder. It depends only on the calendar, so errors do not accumulate.
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
  // Days that start at the hour of the reminder.
  const clock = { timeZone, dayStartsAt: reminder.hour };
  const today = dayOf(now, clock);
  const times = daysAhead.map((days) => startOfDay(today + days, clock));
  return times.find((time) => remindedDay === undefined || dayOf(time, { timeZone, dayStartsAt }) > remindedDay) ?? times.at(-1);
};
