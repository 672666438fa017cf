import { counted } from '@lectern/contracts';

/** 'Today', 'Tomorrow', 'In 12 days', 'Over'. */
export const daysLeftWords = ({ daysLeft, isOver }: { daysLeft: number; isOver: boolean }): string => {
  if (isOver) return 'Over';
  if (daysLeft === 0) return 'Today';
  return daysLeft === 1 ? 'Tomorrow' : `In ${counted(daysLeft, 'day')}`;
};

let format: Intl.DateTimeFormat | undefined;

/** A calendar day, 'Mar 5, 2026', whatever the browser's zone. */
export const calendarDayWords = (date: string): string => {
  format ??= new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00.000Z`));
};

/** '71%', or a dash before any review. */
export const readinessWords = (readiness: number | null): string => (readiness === null ? '–' : `${String(Math.round(readiness * 100))}%`);
