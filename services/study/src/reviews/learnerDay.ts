/** The start of a learner's day: a full hour in a time zone. */
export interface LearnerClock {
  /** An IANA time zone. */
  timeZone: string;
  /** 0 to 23. */
  dayStartsAt: number;
}

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60 * 1000;
const minutesOfHour = 60;
const minutesOfDay = 24 * minutesOfHour;
/** Exceeds any difference between local time and UTC, in minutes: -12 to +14 hours, and a day when a zone crosses the date line. */
const farthestOffset = 40 * minutesOfHour;

/** Creating a formatter takes a hundred times as long as using it. There are fewer zones than this. */
const formattersKept = 600;
const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  // Names are case-insensitive, so there are more spellings than zones.
  if (formatters.size >= formattersKept) formatters.clear();
  formatters.set(timeZone, made);
  return made;
};

/** Returns the local time of a zone, in minutes since 1970-01-01 00:00 local time. */
const clockMinutes = (minutes: number, timeZone: string): number => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(minutes * minuteMs)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) / minuteMs;
};

const dayAt = (minutes: number, { timeZone, dayStartsAt }: LearnerClock): number =>
  Math.floor((clockMinutes(minutes, timeZone) - dayStartsAt * minutesOfHour) / minutesOfDay);

/**
 * Returns the learner's day at a point in time, in days since 1970-01-01. Before the hour at which days start it is the previous day. Follows the
 * calendar through daylight saving changes and leap days.
 */
export const dayOf = (time: Date, clock: LearnerClock): number => dayAt(time.getTime() / minuteMs, clock);

/**
 * Returns the first minute of a learner's day. If clocks skip the hour at which days start, it is the minute of that change.
 *
 * @param day - days since 1970-01-01
 */
export const startOfDay = (day: number, clock: LearnerClock): Date => {
  const shown = day * minutesOfDay + clock.dayStartsAt * minutesOfHour;
  // Correct unless the clocks change on that day; the next line checks this.
  const usual = 2 * shown - clockMinutes(shown, clock.timeZone);
  if (dayAt(usual, clock) === day && dayAt(usual - 1, clock) === day - 1) return new Date(usual * minuteMs);
  let before = shown - farthestOffset;
  let reached = shown + farthestOffset;
  while (reached - before > 1) {
    const between = Math.floor((before + reached) / 2);
    if (dayAt(between, clock) >= day) reached = between;
    else before = between;
  }
  return new Date(reached * minuteMs);
};

/** Returns the date of a day, `YYYY-MM-DD`. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
