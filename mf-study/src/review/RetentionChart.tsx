import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DataTable } from './DataTable';
import { percentOf } from './reviewWords';

const Base = styled.div`
  display: grid;
  gap: ${space[8]};
  p {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
`;

const Figures = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space[4]} ${space[16]};
  strong {
    font-size: ${size[28]};
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }
  span {
    color: ${color['ink-soft']};
  }
`;

const Drawing = styled.svg`
  display: block;
  width: 100%;
  height: 20px;
  .track {
    fill: ${color.track};
  }
  .true {
    fill: ${color.accent};
  }
  .wanted {
    stroke: ${color.ink};
    stroke-width: 2;
  }
`;

const sentence = (trueShare: number, wanted: number): string => {
  const difference = percentOf(trueShare) - percentOf(wanted);
  if (Math.abs(difference) <= 2) return 'On target.';
  return difference > 0
    ? 'Above your target: a lower target would save you reviews.'
    : 'Below your target. The schedule takes a few weeks to adapt to you.';
};

export interface RetentionChartProps {
  /** The recalled share, from 0 to 1; `null` without reviews to count. */
  retention: number | null;
  /** The desired share; undefined while unknown. */
  wanted: number | undefined;
}

/** The recalled share compared with the desired one: a bar with a mark. */
export const RetentionChart = ({ retention, wanted }: RetentionChartProps): ReactNode => {
  if (retention === null) return <p>Nothing to show yet: a card counts from its second day on.</p>;
  return (
    <Base>
      <Figures>
        <strong>{percentOf(retention)}%</strong>
        <span>recalled{wanted !== undefined && `, target ${String(percentOf(wanted))}%`}</span>
      </Figures>
      <Drawing viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden>
        <rect className="track" x="0" y="5" width="100" height="10" />
        <rect className="true" x="0" y="5" width={retention * 100} height="10" />
        {wanted !== undefined && (
          <line className="wanted" x1={wanted * 100} x2={wanted * 100} y1="0" y2="20" vectorEffect="non-scaling-stroke" />
        )}
      </Drawing>
      {wanted !== undefined && <p>{sentence(retention, wanted)}</p>}
      <DataTable
        caption="Retention over the last 30 days"
        columns={['Figure', 'Share']}
        rows={[
          ['Recalled', `${String(percentOf(retention))}%`],
          ...(wanted === undefined ? [] : ([['Target', `${String(percentOf(wanted))}%`]] as const)),
        ]}
      />
    </Base>
  );
};
