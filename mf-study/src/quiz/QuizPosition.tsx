import { color, ProgressBar, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Base = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-bottom: ${space[32]};
  > div:first-child {
    display: flex;
    justify-content: space-between;
    gap: ${space[16]};
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
`;

export interface QuizPositionProps {
  /** Counted from 1. */
  number: number;
  count: number;
}

/** The position in the quiz: "Question 3 of 10", and a bar. */
export const QuizPosition = ({ number, count }: QuizPositionProps): ReactNode => {
  const percent = Math.round((number / count) * 100);
  const position = `Question ${String(number)} of ${String(count)}`;
  return (
    <Base>
      <div>
        <span>{position}</span>
        <span>{percent}%</span>
      </div>
      <ProgressBar label={position} percent={percent} />
    </Base>
  );
};
