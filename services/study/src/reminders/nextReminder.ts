import type { ReviewSettings } from '@lectern/contracts';
import { dayOf, startOfDay } from '../reviews/learnerDay.ts';

/** Days after the present one that are looked at. On one more than these the day of the last reminder cannot be. */
const daysAhead = [1, 2, 3];

/**
 * When a learner is to be reminded next: the first time after `now` at which the clocks of the learner show the hour, on a learner's day without a
 * reminder. It follows from the calendar alone, so that nothing adds up over the weeks.
 * @param remindedDay - the learner's day of the last reminder
 * @returns `undefined` while reminders are off
 */
export const nextReminder = (
  { reminder, timeZone, dayStartsAt }: Pick<ReviewSettings, 'reminder' | 'timeZone' | 'dayStartsAt'>,
  now: Date,
  remindedDay: number | undefined,
): Date | undefined => {
  if (!reminder?.isOn) return undefined;
  // Days that begin at the hour of the reminder.
  const clock = { timeZone, dayStartsAt: reminder.hour };
  const today = dayOf(now, clock);
  const times = daysAhead.map((days) => startOfDay(today + days, clock));
  return times.find((time) => remindedDay === undefined || dayOf(time, { timeZone, dayStartsAt }) > remindedDay) ?? times.at(-1);
};
