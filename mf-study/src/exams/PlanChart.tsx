import type { ExamDetail } from '@lectern/contracts';
import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DataTable } from '../review/DataTable';
import { BarDrawing } from '../shared/BarDrawing';
import { calendarDayWords } from './examWords';

const Ends = styled.div`
  display: flex;
  justify-content: space-between;
  font-size: ${size[12]};
  color: ${color['ink-faint']};
`;

const Legend = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  span {
    display: inline-flex;
    align-items: center;
    gap: ${space[8]};
  }
  i {
    width: 12px;
    height: 12px;
    border-radius: 3px;
    background: ${color['accent-line']};
  }
  span:last-child i {
    background: ${color.accent};
  }
`;

/** Minimum number of slots. With fewer, the bars would be too wide. */
const fewestSlots = 10;

/** The plan up to an exam: reviews per day, with the new cards stacked on top. */
export const PlanChart = ({ plan }: Pick<ExamDetail, 'plan'>): ReactNode => {
  const most = Math.max(1, ...plan.map(({ new: met, reviews }) => met + reviews));
  const last = plan.at(-1);
  return (
    <div>
      <Legend aria-hidden>
        <span>
          <i />
          Reviews
        </span>
        <span>
          <i />
          New cards
        </span>
        {most} at most on one day
      </Legend>
      <BarDrawing
        height={120}
        slots={fewestSlots}
        bars={plan.map(({ new: met, reviews }) => [
          { value: reviews, tone: 'light' },
          { value: met, tone: 'strong' },
        ])}
      />
      <Ends aria-hidden>
        <span>Today</span>
        {last && plan.length >= fewestSlots && <span>{calendarDayWords(last.date)}</span>}
      </Ends>
      <DataTable
        caption="Plan by day"
        columns={['Day', 'New cards', 'Reviews']}
        rows={plan.map(({ date, new: met, reviews }) => [calendarDayWords(date), String(met), String(reviews)] as const)}
      />
    </div>
  );
};
