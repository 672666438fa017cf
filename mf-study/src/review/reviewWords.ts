import { counted } from '@lectern/contracts';

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A due time is the start of a day, so days are rounded up. This slack, in days, absorbs a clock that is slightly slow. */
const clockSlack = 0.02;

/** The time until an item is due: '10 min', '1 day', '2.5 months'. @param now - milliseconds since 1970 */
export const waitWords = (due: string, now: number): string => {
  const wait = Date.parse(due) - now;
  if (wait < hourMs) return `${String(Math.max(1, Math.round(wait / minuteMs)))} min`;
  const days = Math.max(1, Math.ceil(wait / dayMs - clockSlack));
  if (days < 60) return counted(days, 'day');
  if (days < 700) return `${String(Math.round(days / 30.4))} months`;
  return `${String(Math.round(days / 36.525) / 10)} years`;
};

/** A duration in words: 'about 3 minutes', 'under a minute'. */
export const durationWords = (ms: number): string => {
  const minutes = Math.round(ms / minuteMs);
  return minutes < 1 ? 'under a minute' : `about ${counted(minutes, 'minute')}`;
};

/** Assumed duration of a review before the learner has answered any, in milliseconds. */
export const usualReviewMs = 12_000;
/** Maximum duration of a review, in milliseconds. Longer ones are capped, because the learner was probably away. */
const longestReviewMs = 60_000;

/** Estimated duration of the remaining reviews at the pace of the finished ones, in milliseconds. */
export const timeLeftMs = (left: number, durationsMs: readonly number[]): number => {
  const known = durationsMs.map((ms) => Math.min(ms, longestReviewMs));
  // The assumed duration counts as five reviews, so that the first answers do not swing the estimate.
  const weight = 5;
  const mean = (known.reduce((sum, ms) => sum + ms, 0) + weight * usualReviewMs) / (known.length + weight);
  return left * mean;
};

/** A share as a whole percentage: 91 for 0.912. */
export const percentOf = (share: number): number => Math.round(share * 100);

let weekday: Intl.DateTimeFormat | undefined;

/** A day of the forecast: 'tomorrow', 'on Tuesday, Mar 4'. @param index - days from today */
export const dayWords = (date: string, index: number): string => {
  if (index === 0) return 'today';
  if (index === 1) return 'tomorrow';
  weekday ??= new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' });
  return `on ${weekday.format(new Date(`${date}T00:00:00.000Z`))}`;
};

/** When the next reviews are due, from a forecast that starts today: 'Next: 12 tomorrow.' Undefined if nothing is due in the forecast. */
export const nextDueWords = (forecast: readonly { date: string; due: number }[], from = 0): string | undefined => {
  const index = forecast.findIndex(({ due }, place) => place >= from && due > 0);
  const day = forecast[index];
  return day && `Next: ${String(day.due)} ${dayWords(day.date, index)}.`;
};
