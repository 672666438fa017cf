import { counted, type ReviewSummary } from '@lectern/contracts';
import { color, size } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { BarDrawing } from '../shared/BarDrawing';
import { DataTable } from './DataTable';

const Most = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
`;

const Days = styled.div`
  position: relative;
  height: 22px;
  font-size: ${size[12]};
  color: ${color['ink-faint']};
  font-variant-numeric: tabular-nums;
  span {
    position: absolute;
    white-space: nowrap;
  }
`;

let format: Intl.DateTimeFormat | undefined;

const dayName = (date: string): string => {
  format ??= new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00.000Z`));
};

/** A bar chart of the reviews due on each of the next days, starting today. */
export const ForecastChart = ({ forecast }: { forecast: ReviewSummary['forecast'] }): ReactNode => {
  const most = Math.max(0, ...forecast.map(({ due }) => due));
  const highest = forecast.findIndex(({ due }) => due === most);
  const nameAt = (index: number): string => (index === 0 ? 'today' : dayName(forecast[index]?.date ?? ''));
  return (
    <div>
      <Most>
        {most === 0 ? 'Nothing is due in the next 30 days.' : `Busiest day: ${nameAt(highest)}, with ${counted(most, 'review')}.`}
      </Most>
      <BarDrawing height={140} bars={forecast.map(({ due }, index) => [{ value: due, tone: index === 0 ? 'strong' : 'light' }])} />
      <Days aria-hidden>
        {forecast.map(
          ({ date }, index) =>
            index % 7 === 0 &&
            index < forecast.length - 4 && (
              <span key={date} style={{ left: `${String((index / forecast.length) * 100)}%` }}>
                {index === 0 ? 'Today' : dayName(date)}
              </span>
            ),
        )}
      </Days>
      <DataTable
        caption="Reviews due on the next 30 days"
        columns={['Day', 'Due']}
        rows={forecast.map(({ date, due }, index) => [index === 0 ? `Today, ${dayName(date)}` : dayName(date), String(due)] as const)}
      />
    </div>
  );
};
