import { counted } from '@lectern/contracts';

/** Created when the first date is formatted: it loads locale data, which took a tenth of the script time of /login. */
let dateFormat: Intl.DateTimeFormat | undefined;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** 'Mar 5, 2025', in the learner's time zone. Empty for an invalid date. */
export const formatDate = (time: string | Date | undefined | null): string => {
  const date = time === undefined || time === null ? undefined : new Date(time);
  if (!date || Number.isNaN(date.getTime())) return '';
  dateFormat ??= new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
  return dateFormat.format(date);
};

/** Formats how long ago something was created, for the dashboard. */
export const relativeTime = (time: string | Date, now: Date = new Date()): string => {
  const elapsedMs = now.getTime() - new Date(time).getTime();
  if (elapsedMs < hourMs) return 'Just now';
  if (elapsedMs < dayMs) return `${counted(Math.floor(elapsedMs / hourMs), 'hour')} ago`;
  const days = Math.floor(elapsedMs / dayMs);
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${counted(days, 'day')} ago`;
  return `${counted(Math.floor(days / 7), 'week')} ago`;
};
