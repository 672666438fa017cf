import { ProgressBar } from '@lectern/ui';
import type { ReactNode } from 'react';
import { PositionBase } from '../shared/PositionBase';

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
    <PositionBase>
      <div>
        <span>{position}</span>
        <span>{percent}%</span>
      </div>
      <ProgressBar label={position} percent={percent} />
    </PositionBase>
  );
};
