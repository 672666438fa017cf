import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Line = styled.p`
  display: flex;
  justify-content: space-between;
  gap: ${space[16]};
  margin-bottom: ${space[12]};
  font-size: ${size[14]};
  font-weight: 600;
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
`;

export interface QuizPositionProps {
  /** Such as 'Question 3 of 10'. */
  label: string;
  /** A whole percentage. */
  percent: number;
}

/** The position in the quiz. */
export const QuizPosition = ({ label, percent }: QuizPositionProps): ReactNode => (
  <Line>
    <span>{label}</span>
    <span>{percent}%</span>
  </Line>
);
