import { counted } from '@lectern/contracts';

/** Days left in words: 'Today', 'Tomorrow', 'In 12 days', 'Over'. */
export const daysLeftWords = ({ daysLeft, isOver }: { daysLeft: number; isOver: boolean }): string => {
  if (isOver) return 'Over';
  if (daysLeft === 0) return 'Today';
  return daysLeft === 1 ? 'Tomorrow' : `In ${counted(daysLeft, 'day')}`;
};

let format: Intl.DateTimeFormat | undefined;

/** A calendar day, such as 'Mar 5, 2026', independent of the browser's time zone. */
export const calendarDayWords = (date: string): string => {
  format ??= new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00.000Z`));
};

/** Readiness as a percentage, such as '71%'; a dash before the first review. */
export const readinessWords = (readiness: number | null): string => (readiness === null ? '–' : `${String(Math.round(readiness * 100))}%`);
