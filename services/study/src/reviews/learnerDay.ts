/** When a learner's day begins: at a full hour on the clocks of a time zone. */
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
/** More than any difference between local clocks and UTC, in minutes: -12 to +14 hours, and a day when a zone crosses the date line. */
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
  // Names are accepted in any case, so there are more spellings than zones.
  if (formatters.size >= formattersKept) formatters.clear();
  formatters.set(timeZone, made);
  return made;
};

/** What the clocks of a zone show, as minutes since 1970-01-01 00:00 on these clocks. */
const clockMinutes = (minutes: number, timeZone: string): number => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(minutes * minuteMs)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) / minuteMs;
};

const dayAt = (minutes: number, { timeZone, dayStartsAt }: LearnerClock): number =>
  Math.floor((clockMinutes(minutes, timeZone) - dayStartsAt * minutesOfHour) / minutesOfDay);

/**
 * The learner's day at a point in time, as the number of days from 1970-01-01 to its date. Before the hour at which days begin it is still the day
 * before. Through changes of daylight saving and leap days it follows the calendar.
 */
export const dayOf = (time: Date, clock: LearnerClock): number => dayAt(time.getTime() / minuteMs, clock);

/**
 * The first minute of a learner's day. Where clocks are put forward over the hour at which days begin, it is the minute of that change.
 * @param day - number of days since 1970-01-01
 */
export const startOfDay = (day: number, clock: LearnerClock): Date => {
  const shown = day * minutesOfDay + clock.dayStartsAt * minutesOfHour;
  // Correct unless the clocks change on that day; checked by the next line.
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

/** The date of a day, `YYYY-MM-DD`. */
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
