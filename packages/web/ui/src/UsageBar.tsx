import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ProgressBar, type MeterTone } from './ProgressBar';
import { color, size, space } from './tokens';

const Base = styled.div`
  display: grid;
  gap: ${space[8]};
`;

const Line = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space[16]};
  font-size: ${size[14]};
  span:first-child {
    font-weight: 600;
  }
  span:last-child {
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`;

const Note = styled.div<{ $tone: MeterTone }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  font-size: ${size[14]};
  color: ${({ $tone }) => ($tone === 'full' ? color.danger : color.warning)};
`;

/** The state of a limit: near at 80 percent, reached at or above the limit. */
export const usageLevel = (current: number, limit: number | undefined): 'normal' | 'near' | 'reached' => {
  if (limit === undefined) return 'normal';
  if (current >= limit) return 'reached';
  return current / limit >= 0.8 ? 'near' : 'normal';
};

export interface UsageBarProps {
  /** 'Study materials'. */
  label: string;
  current: number;
  /** Undefined means unlimited. */
  limit: number | undefined;
  /** The sentence for `near` and `reached`. */
  note?: ReactNode;
}

const tones = { normal: 'good', near: 'near', reached: 'full' } as const;

/** "N of M" with a bar: green, yellow from 80 %, red at the limit. */
export const UsageBar = ({ label, current, limit, note }: UsageBarProps): ReactNode => {
  const tone = tones[usageLevel(current, limit)];
  return (
    <Base>
      <Line>
        <span>{label}</span>
        <span>{limit === undefined ? 'Unlimited' : `${String(current)} of ${String(limit)}`}</span>
      </Line>
      {limit !== undefined && (
        <ProgressBar
          label={`${label}: ${String(current)} of ${String(limit)}`}
          percent={limit === 0 ? 100 : (current / limit) * 100}
          tone={tone}
        />
      )}
      {note && <Note $tone={tone}>{note}</Note>}
    </Base>
  );
};
