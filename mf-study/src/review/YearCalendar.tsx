import { counted, type ReviewYear } from '@lectern/contracts';
import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DataTable } from './DataTable';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const daysOfWeek = weekdays.length;
/** Thresholds of the colour steps, as shares of the maximum per day. */
const levels = [0, 0.25, 0.5, 0.75] as const;

const Base = styled.div`
  display: grid;
  gap: ${space[12]};
  > p {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
`;

/** On a phone the days would be too small, so the year scrolls, starting at its end. */
const Scrolled = styled.div`
  overflow-x: auto;
  direction: rtl;
`;

const Drawing = styled.svg`
  display: block;
  width: 100%;
  min-width: 560px;
  height: auto;
  rect {
    fill: ${color.track};
  }
  .reviewed {
    fill: ${color.accent};
  }
`;

/** Opacity of each colour step. */
const strengths = [0.3, 0.5, 0.75, 1] as const;

let dayFormat: Intl.DateTimeFormat | undefined;
const dayWords = (date: string): string => {
  dayFormat ??= new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  return dayFormat.format(new Date(`${date}T00:00:00.000Z`));
};

/** 0 for Monday. */
const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00.000Z`).getUTCDay() + 6) % daysOfWeek;

const sentenceOf = (year: ReviewYear): string => {
  const total = year.reduce((sum, { reviews }) => sum + reviews, 0);
  if (total === 0) return 'No reviews in the last year.';
  const days = year.filter(({ reviews }) => reviews > 0).length;
  const best = year.reduce((most, day) => (day.reviews > most.reviews ? day : most));
  return `${counted(total, 'review')} on ${counted(days, 'day')}. Busiest day: ${dayWords(best.date)}, with ${counted(best.reviews, 'review')}.`;
};

/** Splits a year into weeks that start on Monday. Days outside the year are undefined. */
const weeksOf = (year: ReviewYear): (ReviewYear[number] | undefined)[][] => {
  const before = weekdayOf(year[0]?.date ?? '1970-01-05');
  const slots = [...Array<undefined>(before).fill(undefined), ...year];
  return Array.from({ length: Math.ceil(slots.length / daysOfWeek) }, (_, week) =>
    Array.from({ length: daysOfWeek }, (_day, day) => slots[week * daysOfWeek + day]),
  );
};

/** Reviews per day over the last year: a column per week, and a table for screen readers. */
export const YearCalendar = ({ year }: { year: ReviewYear }): ReactNode => {
  const most = Math.max(1, ...year.map(({ reviews }) => reviews));
  const weeks = weeksOf(year);
  const strengthOf = (reviews: number): number => strengths[levels.findLastIndex((level) => reviews / most > level)] ?? 1;
  return (
    <Base>
      <p>{sentenceOf(year)}</p>
      <Scrolled tabIndex={0} role="region" aria-label="Calendar of the last year">
        <Drawing viewBox={`0 0 ${String(weeks.length * 10)} ${String(daysOfWeek * 10)}`} aria-hidden>
          {weeks.map((week, column) =>
            week.map(
              (day, row) =>
                day && (
                  <rect
                    key={day.date}
                    {...(day.reviews > 0 && { className: 'reviewed', fillOpacity: strengthOf(day.reviews) })}
                    x={column * 10 + 1}
                    y={row * 10 + 1}
                    width={8}
                    height={8}
                    rx={1.5}
                  />
                ),
            ),
          )}
        </Drawing>
      </Scrolled>
      <DataTable
        caption="Reviews on each day of the last year"
        columns={['Week of', ...weekdays]}
        rows={weeks.map((week) => {
          const first = week.find((day) => day !== undefined);
          return [dayWords(first?.date ?? ''), ...week.map((day) => (day ? String(day.reviews) : ''))] as const;
        })}
      />
    </Base>
  );
};
